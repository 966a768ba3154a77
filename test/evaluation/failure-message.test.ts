import { expect } from "chai";
import fc from "fast-check";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import type { CaseResult } from "../../src/evaluation/run-record.js";
import { caseStatus } from "../../src/evaluation/status.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import type { MetricResult } from "../../src/test-case/metric.js";
import { result } from "./fakes.js";

const order = { order_id: "A-1042" };
const refund: ConversationalTestCase = {
  turns: [
    { role: "user", content: "Hi, my headphones broke." },
    { role: "assistant", content: "What is the order number?" },
    { role: "user", content: "It's A-1042." },
    {
      role: "assistant",
      content: "I have refunded $59.90.",
      toolsCalled: [
        { name: "lookup_order", inputParameters: order, output: { total: 59.9 }, durationMs: 12 },
        { name: "refund_order", inputParameters: { ...order, amount: 59.9 }, output: { ok: true }, durationMs: 8 },
      ],
    },
    { role: "user", content: "Thanks." },
  ],
  seed: "7f3a",
};
const unconfirmed = result({
  name: "Confirm Before",
  verdict: "failed",
  reason: "refund_order was called before the user agreed",
  field: "confirmBefore",
  turn: 4,
  call: 2,
  details: ["last proposal by the assistant: none        last consent of the user: none"],
});

const caseOf = (metrics: readonly MetricResult[], more: Partial<CaseResult> = {}): CaseResult => ({
  name: "broken-headphones",
  ...caseStatus({ metrics, error: more.testCase?.error }),
  metrics,
  notYetAsserted: [],
  testCase: refund,
  ...more,
});

describe("the message of a failure", () => {
  it("says what, where, and how to see it again", () => {
    const replay = "REHEARSAL_SEED=7f3a npx mocha test/refunds.test.ts --grep broken-headphones";
    expect(failureMessage(caseOf([unconfirmed]), { replay, at: "test/refunds.test.ts:12:13" })).to.equal(
      `
refund_order was called before the user agreed  (confirmBefore, turn 4, call 2)

  user       3  It's A-1042.
> assistant  4  I have refunded $59.90.
                lookup_order {"order_id":"A-1042"}  →  {"total":59.9}              12 ms
              ✗ refund_order {"order_id":"A-1042","amount":59.9}  →  {"ok":true}    8 ms
  last proposal by the assistant: none        last consent of the user: none

replay:  REHEARSAL_SEED=7f3a npx mocha test/refunds.test.ts --grep broken-headphones
at test/refunds.test.ts:12:13`.slice(1),
    );
  });

  it("names golden, trial and seed where no command does", () => {
    expect(failureMessage(caseOf([unconfirmed], { trial: 2 }))).to.match(
      /\n\ngolden: {2}broken-headphones, trial 2, seed 7f3a$/,
    );
  });

  it("shows the end of the conversation where no turn decided", () => {
    const untold = result({ verdict: "failed", reason: "never said: $60", field: "mustCommunicate" });
    const lines = failureMessage(caseOf([untold])).split("\n");
    expect(lines.slice(0, 4)).to.deep.equal([
      "never said: $60  (mustCommunicate)",
      "",
      "  … 1 earlier turn",
      "  assistant  2  What is the order number?",
    ]);
  });

  it("survives a turn that is not there", () => {
    expect(failureMessage(caseOf([{ ...unconfirmed, turn: 99 }]))).to.include("… 1 earlier turn");
  });

  it("says no place twice", () => {
    const placed = { ...unconfirmed, reason: "refund_order was called too early (turn 4, call 2)" };
    expect(failureMessage(caseOf([placed]))).to.match(
      /^refund_order was called too early \(turn 4, call 2\) {2}\(confirmBefore\)\n/,
    );
  });

  it("lists what else went wrong, and what nobody looked at", () => {
    const others = [
      result({ name: "Tone", verdict: "failed", reason: "rude" }),
      result({ name: "Style", verdict: "failed", reason: "long", flaky: true }),
      result({ name: "Judge", verdict: "errored", reason: "no model" }),
      result({ name: "Latency", verdict: "skipped", reason: "no latencies" }),
      result({ name: "Fine" }),
    ];
    const message = failureMessage(caseOf([unconfirmed, ...others], { notYetAsserted: ["expectations"] }));
    expect(message).to.include(`

also failed:
  rude  (Tone)
failed without a vote:
  long  (Style)
could not be measured:
  Judge: no model
not asserted by this version: expectations
`);
    expect(message).to.not.match(/Latency|Fine/);
  });

  it("says which fields a metric did not find", () => {
    const lost = result({
      name: "Recall",
      verdict: "errored",
      reason: "nothing to compare",
      missing: ["retrievalContext"],
    });
    const message = failureMessage(caseOf([lost]));
    expect(message).to.match(
      /^an error, which says nothing about the agent: Recall could not be measured: nothing to compare\n/,
    );
    expect(message).to.include("\n  not found in the test case: retrievalContext");
  });

  it("is text that no terminal obeys, whatever agent and metric say (property)", () => {
    const nasty = fc.string({
      unit: fc.constantFrom("a", "\u001b", "\r", "\n", "\u202e", "\u0007", "\u2028", "\ud800"),
      minLength: 1,
    });
    fc.assert(
      fc.property(nasty, (text) => {
        const call = { name: `t${text}`, inputParameters: { [text]: text }, output: text, error: text };
        const testCase = {
          turns: [{ role: "assistant" as const, content: text, toolsCalled: [call], retrievalContext: [`c${text}`] }],
          error: text,
        };
        const metric = result({
          name: `m${text}`,
          verdict: "failed",
          reason: text,
          field: text,
          details: [text],
          missing: [text],
        });
        const message = failureMessage(caseOf([metric, metric], { testCase, name: `n${text}` }));
        expect(message).to.not.match(/[^\P{C}\n]/u);
      }),
    );
  });
});
