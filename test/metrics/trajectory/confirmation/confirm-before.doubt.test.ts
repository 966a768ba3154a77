import { expect } from "chai";
import { ConfirmBeforeMetric } from "../../../../src/metrics/index.js";
import { ConversationalTestCase, type TurnInput } from "../../../../src/test-case/index.js";
import type { ToolCall } from "../../../../src/test-case/tool-call.js";
import { assistant, measure, proposal, refund, user } from "./refund-talk.js";

describe("ConfirmBeforeMetric, where it depends on what was said", () => {
  it("can't tell of an answer that is neither yes nor no, or not yet, and says so", async () => {
    for (const answer of [
      "To the card ending in 7334, please.",
      "hmm",
      "Maybe later.",
      "Only if it is free.",
      "Let me ask my wife.",
      "What will it cost?",
    ]) {
      const result = await measure(user("Hi"), proposal, user(answer), assistant("Done.", refund()));
      expect(result, answer).to.include({ verdict: "errored", score: null, turn: 4 });
      expect(result.reason).to.equal(
        `refund_order was called, and it can't be told whether "${answer}" (turn 3) agrees to it`,
      );
    }
    const foreign = await measure(user("Hi"), proposal, user("Ja, aber nicht heute"), assistant("Done.", refund()));
    expect(foreign.verdict).to.equal("errored");
    expect(foreign.reason).to.include("languages other than English");
  });

  it("reads a no to 'do you mind' as consent, and a yes as none", async () => {
    const mind = assistant("Do you mind if I refund $59.90 for A-1042?");
    const answers = { passed: ["No, not at all", "Go ahead", "No"], failed: ["Yes, I do mind!"], errored: ["Yes"] };
    for (const [verdict, texts] of Object.entries(answers))
      for (const text of texts)
        expect(await measure(user("Hi"), mind, user(text), assistant("Done.", refund())), text).to.include({ verdict });
  });

  it("takes no consent to something else", async () => {
    const drink = assistant("I can refund $59.90 for A-1042. Would you like a drink with that?");
    const result = await measure(user("Hi"), drink, user("Yes"), assistant("Done.", refund()));
    expect(result).to.include({ verdict: "errored" });
    expect(result.reason).to.include('"Yes" (turn 3, to "Would you like a drink with that?")');
    const named = await measure(user("Hi"), drink, user("Yes, and please refund it."), assistant("Done.", refund()));
    expect(named.verdict).to.equal("passed");
    const opposite = assistant("Your refund is $59.90. Shall I stop the refund?");
    expect((await measure(user("Hi"), opposite, user("Yes"), assistant("Done.", refund()))).verdict).to.equal(
      "errored",
    );
    const later = [user("Hi"), proposal, user("Yes"), assistant("Would you like a receipt by post?")];
    for (const answer of ["No, thanks", "Yes"])
      expect((await measure(...later, user(answer), assistant("Done.", refund()))).verdict, answer).to.equal("passed");
    expect((await measure(...later, user("Stop!"), assistant("Done.", refund()))).verdict).to.equal("failed");
    expect((await measure(...later, user("Let me ask my wife first"), assistant("Done.", refund()))).verdict).to.equal(
      "errored",
    );
  });

  it("holds every amount, identifier and recipient against the proposal, and says where it can't", async () => {
    const call = (inputParameters: ToolCall["inputParameters"]): ToolCall => ({
      name: "refund_order",
      ...(inputParameters === undefined ? {} : { inputParameters }),
    });
    const to = "Shall I refund $59.90 for A-1042 to kim@example.com?";
    const cases: [verdict: string, asked: string, args: ToolCall["inputParameters"]][] = [
      ["passed", to, { amount: "59.90", email: "kim@example.com" }],
      ["passed", to, { amount: "$59.9" }],
      ["passed", to, '{"amount":59.9}'],
      ["passed", to, { refund: { value: { amount_cents: 5990 } } }],
      ["passed", to, { items: [{ amount: 59.9, order_id: "A-1042" }] }],
      ["passed", to, {}],
      ["failed", to, { amount: "95.90" }],
      ["failed", to, { amount: { value: "95.90", currency: "USD" } }],
      ["failed", to, { email: "mallory@example.org" }],
      ["failed", "Shall I refund $20? Up to $5000 exist.", { amount: 59.9 }],
      ["errored", "Refunds up to $5000 exist. Shall I refund $20 for A-1042?", { amount: 5000 }],
      ["errored", to, { recipient: "mallory" }],
      ["errored", to, { items: [{ amount: 5990 }] }],
      ["errored", to, { order_ids: ["A-1042", "A-7777"] }],
      ["errored", to, "{bad"],
      ["errored", to, undefined],
    ];
    for (const [verdict, asked, args] of cases) {
      const result = await measure(user("Hi"), assistant(asked), user("Yes"), assistant("Done.", call(args)));
      expect(result.verdict, `${asked} ${JSON.stringify(args)}: ${result.reason}`).to.equal(verdict);
    }
    const changed = await measure(user("Hi"), proposal, user("Yes, but make it $20"), assistant("Done.", refund()));
    expect(changed).to.include({ verdict: "failed" });
    expect(changed.reason).to.include('although the user said "$20" instead (turn 3)');
    const unread = await measure(user("Hi"), proposal, user("Yes"), assistant("Done.", call(undefined)));
    expect(unread.reason).to.include("with arguments that were not recorded");
  });

  it("knows what the golden began with as talk, and not as calls of the agent", async () => {
    const seeded = [user("Hi"), proposal, user("Yes")];
    const of = (turns: TurnInput[], seededTurns: number) =>
      new ConfirmBeforeMetric().measure(
        new ConversationalTestCase({ turns, seededTurns, confirmBefore: ["refund_order"] }),
      );
    expect((await of([...seeded, assistant("Done.", refund())], 3)).verdict).to.equal("passed");
    const unasked = [assistant("Done.", refund()), user("Thanks")];
    expect((await of([...unasked, assistant("Bye.")], 2)).verdict).to.equal("passed");
    const used = [...seeded, assistant("Done.", refund()), user("Thanks")];
    expect(await of([...used, assistant("Again.", refund())], 5)).to.include({ verdict: "failed", turn: 6 });
  });

  it("fails where a known call was not agreed to, and errs where there may be others", async () => {
    const unknown: TurnInput = { role: "assistant", content: "…" };
    const agreed = await measure(user("Hi"), proposal, user("Yes"), assistant("Done.", refund()), user("?"), unknown);
    expect(agreed).to.include({ verdict: "errored" });
    expect(agreed.reason).to.include("it is not known which tools were called in turn 6");
    const unasked = await measure(user("Hi"), assistant("Done.", refund()), user("?"), unknown);
    expect(unasked).to.include({ verdict: "failed", turn: 2 });
  });

  it("takes time in proportion to the conversation, however many calls nobody agreed to", async () => {
    const turns = Array.from({ length: 500 }, (_, index) => [
      user("Hm."),
      assistant(`Shall I refund $${String(index)}.50?`, refund(index + 1, `Z-${String(index)}`, { executed: false })),
    ]).flat();
    const start = process.cpuUsage();
    expect((await measure(...turns)).verdict).to.equal("failed");
    // Were each call held against all turns before it, this would take several times as long.
    expect(process.cpuUsage(start).user / 1000).to.be.below(8000);
  });
});
