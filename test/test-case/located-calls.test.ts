import { expect } from "chai";
import { knownCalls, locatedCalls } from "../../src/test-case/located-calls.js";
import {
  conversationalTestCaseSchema,
  type ConversationalTestCaseInput,
} from "../../src/test-case/conversational-test-case.js";
import { llmTestCaseSchema } from "../../src/test-case/llm-test-case.js";
import { parse } from "../../src/test-case/schema.js";
import type { ToolCallInput } from "../../src/test-case/tool-call.js";
import { uniteCalls } from "../../src/test-case/unite-calls.js";
import type { TurnInput } from "../../src/test-case/turn.js";

const trace = (traceId: string, ...calls: { name: string; inputParameters?: object; id?: string }[]) => ({
  traceId,
  spans: [],
  toolsCalled: calls,
  retrievalContext: [],
  output: null,
  usage: { inputTokens: null, outputTokens: null, totalTokens: null },
  turns: [],
  missing: [],
});
const user: TurnInput = { role: "user", content: "?" };
const reply = (toolsCalled?: readonly ToolCallInput[], rest: Partial<TurnInput> = {}): TurnInput => ({
  role: "assistant",
  content: "!",
  ...(toolsCalled === undefined ? {} : { toolsCalled }),
  ...rest,
});
const caseOf = (turns: TurnInput[], rest: Partial<ConversationalTestCaseInput> | { traces: unknown } = {}) =>
  parse(conversationalTestCaseSchema, { turns, ...rest }, "case");
const read = (testCase: Parameters<typeof knownCalls>[0]) => {
  const { calls, complete } = knownCalls(testCase);
  return [
    calls.map(({ call, turn, position }) => `${call.name}@${String(turn)}.${String(position)}`).join(" "),
    complete,
  ];
};

describe("knownCalls", () => {
  it("does not take an untold reply for one without calls", () => {
    const testCase = caseOf([user, reply(["a"]), user, reply()]);
    expect(read(testCase)).to.deep.equal(["a@2.1", false]);
    expect(locatedCalls(testCase)).to.equal(null);
    expect(read(caseOf([user, reply(["a"]), user, reply([])]))).to.deep.equal(["a@2.1", true]);
  });

  it("takes messages that follow each other for one reply, which is told where one of them tells", () => {
    expect(read(caseOf([user, reply(), reply(["a"]), reply()]))).to.deep.equal(["a@3.1", true]);
    expect(read(caseOf([reply(["a"]), user, reply()]))[1]).to.equal(false);
  });

  it("takes exchanges of one trace for told where one of them tells", () => {
    const turns = [user, reply(undefined, { traceId: "e1" }), user, reply(["a"], { traceId: "e2" })];
    const exchange = (traceId: string) => ({ traceId, input: null, output: null, latencyMs: null, interrupted: null });
    const voice = { ...trace("t", { name: "a" }), turns: [exchange("e1"), exchange("e2")] };
    expect(read(caseOf(turns, { traces: [voice] }))).to.deep.equal(["a@4.1", true]);
    expect(read(caseOf(turns))[1]).to.equal(false);
  });

  it("leaves out what the golden began with", () => {
    const turns = [user, reply(["a"]), user, reply(["b"])];
    expect(read(caseOf(turns, { seededTurns: 2 }))).to.deep.equal(["b@4.1", true]);
    expect(read(caseOf(turns, { seededTurns: 4 }))).to.deep.equal(["", false]);
  });

  it("knows what was recorded beside what the agent states, each call once", () => {
    const stated = [user, reply(["a", { name: "b", inputParameters: { x: 1, y: 2 } }], { traceId: "t" })];
    const recorded = trace(
      "t",
      { name: "b", inputParameters: { y: 2, x: 1 } },
      { name: "a", inputParameters: {} },
      { name: "delete" },
    );
    const testCase = caseOf(stated, { traces: [recorded] });
    expect(read(testCase)).to.deep.equal(["a@2.1 b@2.2 delete@2.3", true]);
    expect(knownCalls(testCase).calls[0]?.call.inputParameters).to.deep.equal({});
    const answer = { input: "q", toolsCalled: [], trace: trace("t", { name: "delete" }) };
    expect(read(parse(llmTestCaseSchema, answer, "case"))).to.deep.equal(["delete@null.1", true]);
  });

  it("knows the calls of the turn in which the conversation broke off", () => {
    const broken = { error: "boom", traces: [trace("t1"), trace("t2", { name: "delete" })] };
    expect(read(caseOf([user, reply([], { traceId: "t1" }), user], broken))).to.deep.equal(["delete@4.1", true]);
  });

  it("reads many turns and traces in time in proportion to them", () => {
    const many = Array.from({ length: 5000 }, (_, index) => String(index));
    const turns = many.flatMap((id) => [user, reply([{ name: "a", inputParameters: { id } }], { traceId: id })]);
    const traces = many.map((id) => trace(id, { name: "a", inputParameters: { id } }, { name: "b" }));
    expect(knownCalls(caseOf(turns, { traces })).calls).to.have.length(10_000);
  });
});

describe("uniteCalls", () => {
  it("pairs by id, by arguments however they are written, and by name where one side has none", () => {
    const names = (stated: object[], recorded: object[]) =>
      uniteCalls(stated as never, recorded as never).unstated.map((call) => JSON.stringify(call));
    expect(
      names([{ name: "a", id: "1", inputParameters: { x: 1 } }], [{ name: "a", id: "1", inputParameters: '{"x":2}' }]),
    ).to.deep.equal([]);
    expect(
      names([{ name: "a", inputParameters: '{"x": 1}' }], [{ name: "a", inputParameters: { x: 1 } }]),
    ).to.deep.equal([]);
    expect(names([{ name: "a" }], [{ name: "a", inputParameters: { x: 1 } }])).to.deep.equal([]);
    expect(names([{ name: "a", inputParameters: { x: 1 } }], [{ name: "a" }])).to.deep.equal([]);
    expect(names([{ name: "a" }], [{ name: "a" }, { name: "a" }])).to.have.length(1);
    expect(
      names([{ name: "a", inputParameters: { x: 1 } }], [{ name: "a", inputParameters: { x: 2 } }]),
    ).to.have.length(1);
    expect(names([], [{ name: "a" }])).to.have.length(1);
  });
});
