import { expect } from "chai";
import { agentChecks } from "../../../src/cli/doctor/agent-checks.js";
import type { ConversationalTestCase } from "../../../src/test-case/conversational-test-case.js";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";

const answered: ConversationalTestCase["turns"] = [
  { role: "user", content: "Hello" },
  { role: "assistant", content: "Hi.", latencyMs: 12 },
];
const judge = (spans: readonly SpanInput[], { dropped = 0, error }: { dropped?: number; error?: string } = {}) => {
  const testCase = { turns: answered, traces: [readTrace({ spans })], ...(error !== undefined && { error }) };
  return new Map(agentChecks({ testCase, droppedAttributes: dropped }).map((check) => [check.name, check]));
};
const span = (operation: string, attributes: object, more: Partial<SpanInput> = {}): SpanInput => ({
  name: operation,
  traceId: "t",
  spanId: operation,
  startTimeUnixMs: 1,
  endTimeUnixMs: 2,
  attributes: { "gen_ai.operation.name": operation, ...attributes },
  ...more,
});
const tool = span("execute_tool", {
  "gen_ai.tool.name": "look",
  "gen_ai.tool.call.arguments": "{}",
  "gen_ai.tool.call.result": "1",
});

describe("doctor: the trace of an agent", () => {
  it("shows what was seen", () => {
    const checks = judge([tool, span("retrieval", { "gen_ai.retrieval.documents": '[{"content":"a"}]' })]);
    expect(checks.get("agent")).to.include({ status: "ok", found: 'answered "Hi." in 12 ms' });
    expect(checks.get("tools called")).to.include({ status: "ok", found: "look" });
    expect(checks.get("retrieved")).to.include({ status: "ok", found: "1 document" });
    expect([...checks.values()].filter(({ status }) => status === "problem")).to.be.empty;
  });

  it("takes an agent that nothing was seen of for a problem", () => {
    const checks = judge([]);
    expect(checks.get("tools called")).to.include({ status: "problem" });
    expect(checks.get("tools called")?.advice).to.include("observe()");
  });

  it("tells that contents are not captured", () => {
    const checks = judge([span("execute_tool", { "gen_ai.tool.name": "look" })]);
    expect(checks.get("contents")).to.include({ status: "problem" });
    expect(checks.get("contents")?.found).to.include("arguments not recorded: call 1 (look)");
  });

  it("tells that it was switched off in code, for what Rehearsal itself records", () => {
    const missing = JSON.stringify(["output not recorded (captureContent is false)"]);
    const own = span("x", { "rehearsal.span.kind": "tool", "rehearsal.missing": missing, "gen_ai.tool.name": "look" });
    expect(judge([own]).get("contents")?.found).to.include("captureContent is false");
  });

  it("tells of attributes that were dropped, and of spans that were not ended", () => {
    const checks = judge([tool, span("chat", {}, { endTimeUnixMs: null })], { dropped: 3 });
    expect(checks.get("attributes")).to.include({ status: "problem" });
    expect(checks.get("attributes")?.found).to.match(/^3 were dropped/);
    expect(checks.get("open spans")?.found).to.include('llm "chat"');
  });

  it("says first that the agent failed", () => {
    expect(judge([], { error: "The agent threw: no key" }).get("agent")).to.include({
      status: "problem",
      found: "The agent threw: no key",
    });
  });
});
