import { expect } from "chai";
import { transcript } from "../../src/evaluation/transcript.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";

const refund: ConversationalTestCase = {
  turns: [
    { role: "user", content: "Hi, my headphones broke." },
    { role: "assistant", content: "What is the order number?", latencyMs: 812.4, interrupted: true, toolsCalled: [] },
    { role: "user", content: "It's A-1042." },
    {
      role: "assistant",
      content: "I have refunded $59.90.",
      latencyMs: 3,
      retrievalContext: ["Within 30 days.", { context: "No cash.", source: "returns-policy" }],
      toolsCalled: [
        {
          name: "lookup_order",
          inputParameters: { order_id: "A-1042" },
          output: { total: 59.9, status: "delivered" },
          durationMs: 12.3,
        },
        {
          name: "refund_order",
          inputParameters: { order_id: "A-1042", amount: 59.9 },
          output: { ok: true },
          durationMs: 8,
        },
      ],
    },
  ],
  endReason: { by: "user", reason: "All done." },
};

describe("a transcript", () => {
  it("shows who, number, content, latency, contexts and calls", () => {
    expect(transcript(refund).join("\n")).to.equal(
      `
  user       1  Hi, my headphones broke.
  assistant  2  What is the order number?  (812 ms, interrupted)
  user       3  It's A-1042.
  assistant  4  I have refunded $59.90.  (3 ms)
                retrieved Within 30 days.
                retrieved returns-policy: No cash.
                lookup_order {"order_id":"A-1042"}  →  {"total":59.9,"status":"delivered"}   12 ms
                refund_order {"order_id":"A-1042","amount":59.9}  →  {"ok":true}              8 ms
  ended by user: All done.`.slice(1),
    );
  });

  it("shows a passage after the call that returned it, and before all calls where none did", () => {
    const toolsCalled = [
      { name: "search", output: { hits: [{ text: "… Within 30 days. …" }, { text: "No cash." }] } },
      { name: "refund", output: "Within 30 days." },
      { name: "search", output: "Shoes too." },
    ];
    const retrievalContext = ["Shoes too.", "Within 30 days.", { context: "No cash.", source: "b" }, "From before."];
    const lines = transcript({ input: "q", actualOutput: "r", toolsCalled, retrievalContext }).slice(2);
    expect(lines.map((line) => line.trim().slice(0, 25).trim())).to.deep.equal([
      "retrieved From before.",
      "search (arguments not kno",
      "retrieved Within 30 days.",
      "retrieved b: No cash.",
      "refund (arguments not kno",
      "search (arguments not kno",
      "retrieved Shoes too.",
    ]);
  });

  it("marks a turn and a call, and shows a part", () => {
    const lines = transcript(refund, { turn: 4, call: 2, from: 3, to: 4 });
    expect(lines[0]).to.equal("  user       3  It's A-1042.");
    expect(lines[1]).to.match(/^> assistant {2}4 {2}I have/);
    expect(lines[4]).to.match(/^ {16}lookup_order/);
    expect(lines[5]).to.match(/^ {14}✗ refund_order/);
  });

  it("tells calls that failed, never ran, or whose arguments are not known", () => {
    const toolsCalled = [
      { name: "a", error: "no such order" },
      { name: "b", inputParameters: "{broken", executed: false },
      { name: "c", inputParameters: {} },
    ];
    expect(transcript({ input: "q", actualOutput: "r", toolsCalled }).slice(2)).to.deep.equal([
      "             a (arguments not known)  →  error: no such order",
      "             b {broken  (requested, never ran)",
      "             c {}",
    ]);
  });

  it("shows a single question and answer", () => {
    expect(transcript({ input: "Can I return shoes?", completionTimeMs: 5 })).to.deep.equal([
      "  input      Can I return shoes?",
      "  output     (none)  (5 ms)",
    ]);
  });

  it("says where a conversation broke off", () => {
    const lines = transcript({ turns: [{ role: "user", content: "Hi" }], error: "the agent threw: boom" });
    expect(lines.at(-1)).to.equal("  broke off: the agent threw: boom");
  });

  it("keeps every entry on one line, whatever is in it", () => {
    const nasty = "\u001b[2J\n> assistant  9  I never said this\u202e";
    const call = { name: nasty, inputParameters: { [nasty]: nasty }, output: nasty };
    const lines = transcript({
      turns: [
        {
          role: "assistant",
          content: nasty,
          toolsCalled: [call],
          retrievalContext: [{ context: nasty, source: nasty }],
        },
      ],
    });
    expect(lines).to.have.length(3);
    expect(lines.join("")).to.not.match(/[\u001b\n\u202e]/);
  });
});
