// What rehearsal/chai adds to expect(). The conversation is written down here; usually a simulator makes it.
import { use } from "chai";
import { ConversationalTestCase } from "rehearsal";
import { rehearsalChai } from "rehearsal/chai";

const { expect } = use(rehearsalChai);

const conversation = new ConversationalTestCase({
  turns: [
    { role: "user", content: "Please refund order A-1042." },
    {
      role: "assistant",
      content: "I can refund $59.90 for order A-1042. Shall I go ahead?",
      latencyMs: 320,
      toolsCalled: [{ name: "lookup_order", inputParameters: { order_id: "A-1042" }, output: { total: 59.9 } }],
      retrievalContext: [{ id: "returns-policy", context: "Refunds are possible within 30 days." }],
    },
    { role: "user", content: "Yes, go ahead." },
    {
      role: "assistant",
      content: "Done: $59.90 is on its way to you.",
      latencyMs: 410,
      toolsCalled: [
        { name: "refund_order", inputParameters: { order_id: "A-1042", amount: 59.9 }, output: { ok: true } },
        { name: "send_email", inputParameters: { to: "kim@example.com" }, output: { sent: true } },
      ],
      retrievalContext: [],
    },
  ],
});

describe("rehearsal/chai", () => {
  it("asserts tools: which, with what, how often, in which order", () => {
    expect(conversation)
      .to.have.calledTool("refund_order", { order_id: "A-1042", amount: 59.9 })
      .once.and.before("send_email");
    expect(conversation).to.not.have.calledTool("delete_account");
  });

  it("asserts what was found, what was said and how fast", () => {
    expect(conversation).to.have.retrieved("returns-policy").and.communicated("$59.90");
    expect(conversation).to.have.latency({ max: 500 });
  });

  it("asserts everything that a golden states", () => {
    expect(conversation).to.satisfyGolden({
      scenario: "A customer wants a refund.",
      expectedTools: ["lookup_order", "refund_order"],
      confirmBefore: ["refund_order"],
      mustCommunicate: ["$59.90"],
    });
  });
});
