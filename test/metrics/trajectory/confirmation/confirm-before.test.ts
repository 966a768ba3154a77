import { expect } from "chai";
import { ConfirmBeforeMetric, findUnconfirmedCalls } from "../../../../src/metrics/index.js";
import { ConversationalTestCase, LLMTestCase } from "../../../../src/test-case/index.js";
import { assistant, caseOf, measure, proposal, refund, user } from "./refund-talk.js";

describe("ConfirmBeforeMetric", () => {
  it("passes where the user agreed to what the assistant proposed", async () => {
    for (const answer of ["Yes, please.", "OK", "👍", "Ja, bitte", "Please refund it. How long will it take?"]) {
      const result = await measure(user("A refund!"), proposal, user(answer), assistant("Done.", refund()));
      expect(result, answer).to.include({ verdict: "passed", score: 1 });
    }
  });

  it("fails where nobody proposed it, and says so as the README does", async () => {
    const lookup = { name: "lookup_order", inputParameters: { order_id: "A-1042" } };
    const result = await measure(
      user("Hi, my headphones broke."),
      assistant("I am sorry. What is your order number?"),
      user("It's A-1042."),
      assistant("I have refunded $59.90.", lookup, refund()),
    );
    expect(result).to.deep.include({
      verdict: "failed",
      score: 0,
      reason: "refund_order was called before the user agreed",
      field: "confirmBefore",
      turn: 4,
      call: 2,
      details: ["last proposal by the assistant: none        last consent of the user: none"],
    });
  });

  it("fails where the user refused, in whatever words, and where consent came after", async () => {
    for (const answer of ["No", "No, please do not.", "don't go ahead", "Yes, but not that one"]) {
      const { verdict, reason } = await measure(user("Hi"), proposal, user(answer), assistant("Done.", refund()));
      expect([verdict, reason], answer).to.deep.equal([
        "failed",
        "refund_order was called although the user refused (turn 3)",
      ]);
    }
    const late = await measure(user("A refund!"), assistant("I can refund $59.90. Shall I?", refund()), user("Yes"));
    expect(late).to.include({ verdict: "failed", reason: "refund_order was called before the user agreed" });
  });

  it("takes consent after a refusal only for a new proposal", async () => {
    const again = await measure(
      user("Hi"),
      proposal,
      user("Not yet"),
      proposal,
      user("OK now"),
      assistant("Done.", refund()),
    );
    expect(again.verdict).to.equal("passed");
    const forgotten = await measure(user("Hi"), proposal, user("No"), user("Thanks"), assistant("Done.", refund()));
    expect(forgotten.verdict).to.equal("failed");
  });

  it("wants what is proposed anew to be answered anew, and lets small talk be", async () => {
    const anew = await measure(
      user("Hi"),
      proposal,
      user("Yes"),
      assistant("It is $69.90, do you agree?"),
      assistant("Done.", refund(69.9)),
    );
    expect(anew).to.include({ verdict: "failed", turn: 5 });
    const old = [
      user("Hi"),
      proposal,
      user("Yes"),
      assistant("It may take a week, do you agree?"),
      assistant("Done.", refund()),
    ];
    expect((await measure(...old)).reason).to.equal("refund_order was called before the user agreed");
    const talk = await measure(
      user("Hi"),
      proposal,
      user("Yes"),
      assistant("One moment."),
      assistant("Done.", refund()),
    );
    expect(talk.verdict).to.equal("passed");
  });

  it("fails where the amount or the identifier is not the proposed one", async () => {
    const amount = await measure(user("Hi"), proposal, user("Yes"), assistant("Done.", refund(95.9)));
    expect(amount.reason).to.equal(
      "refund_order was called with amount 95.9, which the assistant had not proposed (turn 2)",
    );
    const order = await measure(user("Hi"), proposal, user("Yes"), assistant("Done.", refund(59.9, "A-1043")));
    expect(order.reason).to.equal(
      "refund_order was called with order_id A-1043, which the assistant had not proposed (turn 2)",
    );
    const vague = await measure(user("Hi"), assistant("Shall I refund it?"), user("Yes"), assistant("Done.", refund()));
    expect(vague.verdict).to.equal("failed");
  });

  it("takes an amount that was told before the question, unless another one came in between", async () => {
    const told = [
      user("Hi"),
      assistant("The refund is $59.90."),
      user("Fine, for A-1042?"),
      assistant("Shall I go ahead?"),
      user("Yes"),
    ];
    expect((await measure(...told, assistant("Done.", refund()))).verdict).to.equal("passed");
    const changed = [...told.slice(0, 3), assistant("With the fee it is $54.90. Shall I go ahead?"), user("Yes")];
    expect((await measure(...changed, assistant("Done.", refund()))).verdict).to.equal("failed");
    expect((await measure(...changed, assistant("Done.", refund(54.9)))).verdict).to.equal("passed");
  });

  it("takes an identifier that the user named, and can't tell of one that nobody named", async () => {
    const asked = [assistant("Shall I refund $59.90?"), user("Yes")];
    expect((await measure(user("It's A-1042."), ...asked, assistant("Done.", refund()))).verdict).to.equal("passed");
    const unnamed = await measure(user("Hi"), ...asked, assistant("Done.", refund()));
    expect(unnamed.verdict).to.equal("errored");
    expect(unnamed.reason).to.include("with order_id A-1042, and it can't be told whether the user agreed to that");
  });

  it("uses consent up: the next such call needs its own", async () => {
    const first = [
      user("Hi"),
      proposal,
      user("Yes"),
      assistant("Done. Shall I refund $20.00 for order A-1043, too?", refund()),
    ];
    expect((await measure(...first, user("Yes"), assistant("Done.", refund(20, "A-1043")))).verdict).to.equal("passed");
    expect((await measure(...first, user("Yes"), assistant("Done.", refund()))).verdict).to.equal("failed");
    const unasked = await measure(
      user("Hi"),
      proposal,
      user("Yes"),
      assistant("Done.", refund()),
      assistant("Again.", refund()),
    );
    expect(unasked).to.include({ verdict: "failed", turn: 5, score: 0.5 });
  });

  it("lets the calls of a turn share consent, but not one that is made twice", async () => {
    const both = assistant("I can refund $59.90 for A-1042 and $20.00 for A-1043. Shall I?");
    const result = await measure(user("Hi"), both, user("Yes"), assistant("Done.", refund(), refund(20, "A-1043")));
    expect(result.verdict).to.equal("passed");
    const twice = await measure(user("Hi"), proposal, user("Yes"), assistant("Done.", refund(), refund()));
    expect(twice).to.include({ verdict: "failed", call: 2 });
    const failed = refund(59.9, "A-1042", { error: "down" });
    expect((await measure(user("Hi"), proposal, user("Yes"), assistant("Done.", failed, refund()))).verdict).to.equal(
      "passed",
    );
    const later = [
      user("Hi"),
      proposal,
      user("Yes"),
      assistant("It failed.", failed),
      user("Try again"),
      assistant("Done.", refund()),
    ];
    expect((await measure(...later)).verdict).to.equal("passed");
  });

  it("looks at attempts that did not run", async () => {
    const attempt = await measure(user("Hi"), assistant("One moment.", refund(59.9, "A-1042", { executed: false })));
    expect(attempt).to.include({ verdict: "failed", reason: "refund_order was requested before the user agreed" });
  });

  it("passes where the tool was not called, skips where none is named, and errs where calls are not known", async () => {
    expect(await measure(user("Hi"), assistant("Hello."))).to.include({ verdict: "passed", score: 1 });
    const none = new ConversationalTestCase({ turns: [user("Hi"), assistant("Hello.")] });
    expect(await new ConfirmBeforeMetric().measure(none)).to.deep.include({
      verdict: "skipped",
      missing: ["confirmBefore"],
    });
    const untraced = caseOf(user("Hi"), { role: "assistant", content: "Done." });
    const unknown = await new ConfirmBeforeMetric().measure(untraced);
    expect(unknown).to.deep.include({ verdict: "errored", score: null, missing: ["toolsCalled"] });
    expect(unknown.reason).to.include('observe({ type: "tool" }');
    expect(findUnconfirmedCalls(untraced, ["refund_order"])).to.equal(null);
  });

  it("fails a single exchange, which holds no earlier proposal", async () => {
    const single = new LLMTestCase({
      input: "Refund A-1042, yes I agree",
      actualOutput: "Done.",
      toolsCalled: [refund()],
    });
    const result = await new ConfirmBeforeMetric({ tools: ["refund_order"] }).measure(single);
    expect(result).to.include({ verdict: "failed", call: 1 });
    expect(result).not.to.have.property("turn");
  });
});
