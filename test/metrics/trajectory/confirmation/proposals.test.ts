import { expect } from "chai";
import { ConfirmBeforeMetric } from "../../../../src/metrics/index.js";
import { ConversationalTestCase } from "../../../../src/test-case/index.js";
import type { JsonObject } from "../../../../src/test-case/json.js";
import { proposesDeed, verbStems } from "../../../../src/metrics/trajectory/confirmation/deed.js";
import { assistant, user } from "./refund-talk.js";

const order: JsonObject = { order_id: "A-1042", amount: 59.9 };
const verdictOf = async (asked: string, args: JsonObject = order, name = "refund_order", answer = "Yes") => {
  const turns = [user("Hi"), assistant(asked), user(answer), assistant("Done.", { name, inputParameters: args })];
  return (await new ConfirmBeforeMetric().measure(new ConversationalTestCase({ turns, confirmBefore: [name] })))
    .verdict;
};

describe("a proposal", () => {
  it("names the deed, and neither denies it nor another deed in its place", async () => {
    for (const asked of [
      "I won't refund order A-1042 ($59.90). Is that OK?",
      "So you do not want me to refund A-1042 for $59.90, right?",
      "Shall I cancel the refund of $59.90 for A-1042?",
      "Should we skip the refund of $59.90 for A-1042?",
      "Shall I send you a confirmation email for A-1042, $59.90?",
      "I can't refund, but I can give store credit of $59.90 for A-1042. Shall I?",
      "I can refund A-1042 for $59.90. Better, I can exchange it. Shall I go ahead?",
      "Do you want a refund of $59.90 for A-1042 or a replacement?",
      "Shall I look up order A-1042 and the $59.90 refund policy?",
      "About the refund of order A-1042 ($59.90): are you the account holder?",
      "Before a refund of $59.90 for A-1042: did the parcel arrive?",
      "Shall I check the refund of $59.90 for A-1042?",
      "Would you like to know more about the refund of $59.90 for A-1042?",
      "Would you like a receipt for the refund of $59.90 for A-1042?",
      "Your order is A-1042, $59.90, and you asked about a refund. Is that correct?",
    ])
      expect(await verdictOf(asked), asked).to.equal("errored");
    for (const asked of [
      "I can refund order A-1042 for $59.90. Shall I go ahead?",
      "Shall I refund $59.90 for A-1042?",
      "Would you like me to process the refund of $59.90 for A-1042?",
      "I'll issue a refund of $59.90 for A-1042. Is that okay?",
      "Do you want a refund of $59.90 for A-1042?",
      "Refund $59.90 for A-1042?",
      "I can reimburse $59.90 for A-1042. Do you agree?",
      "I can refund A-1042, $59.90. Shall I go ahead or not?",
    ])
      expect(await verdictOf(asked), asked).to.equal("passed");
  });

  it("is not what was said before the user changed the subject", async () => {
    const turns = [user("Hi"), assistant("Shall I refund A-1042 for $59.90?"), user("What is your name?")];
    const rest = [
      assistant("I'm Bot."),
      user("ok"),
      assistant("Done.", { name: "refund_order", inputParameters: order }),
    ];
    const testCase = new ConversationalTestCase({ turns: [...turns, ...rest], confirmBefore: ["refund_order"] });
    expect((await new ConfirmBeforeMetric().measure(testCase)).verdict).to.equal("errored");
  });

  it("is not made by the user", async () => {
    const args = { order_id: "A-1042" };
    expect(await verdictOf("Would you like help?", args, "cancel_order", "Yes, please cancel A-1042")).to.equal(
      "errored",
    );
    expect(await verdictOf("Shall I cancel A-1042?", args, "cancel_order", "Yes, please cancel A-1042")).to.equal(
      "passed",
    );
  });

  it("says every value of the call", async () => {
    const cases: [verdict: string, asked: string, args: JsonObject, tool?: string][] = [
      ["failed", "I can refund 10% of A-1042, shall I?", { order_id: "A-1042", percent: 100 }],
      ["passed", "I can refund 10% of A-1042, shall I?", { order_id: "A-1042", percent: 10 }],
      ["errored", "Shall I order the red kettle?", { item: "blue toaster" }, "order_item"],
      ["passed", "Shall I order the red kettle?", { item: "red kettle" }, "order_item"],
      ["failed", "Shall I book the flight on May 5?", { date: "2026-05-06" }, "book_flight"],
      ["passed", "Shall I book the flight on May 5?", { date: "2026-05-05" }, "book_flight"],
      ["errored", "Shall I book the flight to Paris?", { destination: "London" }, "book_flight"],
      ["failed", "I see A-1042 and A-1043. Shall I refund A-1042 for $59.90?", { ...order, order_id: "A-1043" }],
      ["errored", "Shall I refund A-1042 for $59.90?", { ...order, close_account: true }],
      ["passed", "Shall I refund A-1042 for $59.90 and close your account?", { ...order, close_account: true }],
      ["passed", "Shall I refund A-1042 for $59.90?", { ...order, close_account: false, note: null, fee: 0 }],
      ["passed", "Shall I refund A-1042 for $59.90?", { ...order, reason: "broken", user_id: "u1", currency: "USD" }],
      ["failed", "Shall I refund A-1042 for $59.90?", { ...order, currency: "EUR" }],
      ["failed", "Shall I refund A-1042 for $59.90?", { order_id: "A-1042", usd: 600 }],
      ["errored", "Shall I refund A-1042 for $59.90?", { order_id: "A-1042", x: 600 }],
      ["errored", "Shall I refund A-1042 for $59.90?", { order_id: "A-1042", amount: "all" }],
      ["errored", "Shall I refund your order for $59.90?", { ...order, order_id: "ZZ-9" }],
    ];
    for (const [verdict, asked, args, tool] of cases)
      expect(await verdictOf(asked, args, tool), `${asked} ${JSON.stringify(args)}`).to.equal(verdict);
  });

  it("is told by the verb of a tool, or by the noun where the verb says little", () => {
    expect(verbStems("refund_order").own).not.to.include("order");
    expect(proposesDeed("I can give you store credit.", "issue_refund")).to.equal(false);
    expect(proposesDeed("I can give you a refund.", "issue_refund")).to.equal(true);
    expect(proposesDeed("Shall I buy the kettle?", "place_order")).to.equal(true);
    expect(proposesDeed("Shall I refund it?", "mcp__shop__refund_order")).to.equal(true);
  });
});
