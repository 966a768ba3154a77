import { expect } from "chai";
import { subjectOf } from "../../../src/runners/chai/subject.js";
import { RehearsalError } from "../../../src/errors.js";
import { ConversationalTestCase } from "../../../src/test-case/conversational-test-case.js";
import { Turn } from "../../../src/test-case/turn.js";

const trace = {
  traceId: "t",
  spans: [],
  toolsCalled: [{ name: "a" }],
  retrievalContext: ["passage"],
  output: "bye",
  usage: { inputTokens: null, outputTokens: null, totalTokens: null },
  turns: [{ traceId: "t", input: null, output: "hello", latencyMs: 5, interrupted: null }],
  missing: [],
};

describe("what the matchers look at", () => {
  it("is a conversation, with calls and replies by turn", () => {
    const turns = [
      { role: "user" as const, content: "hi" },
      { role: "assistant" as const, content: "hello", latencyMs: 7, toolsCalled: ["a", "b"], retrievalContext: ["p"] },
    ];
    for (const value of [{ turns }, new ConversationalTestCase({ turns })]) {
      const subject = subjectOf(value);
      expect(subject.what).to.equal("the conversation");
      expect(subject.calls.calls.map(({ call, turn, position }) => [call.name, turn, position])).to.deep.equal([
        ["a", 2, 1],
        ["b", 2, 2],
      ]);
      expect(subject).to.deep.include({ said: ["hello"], retrieved: ["p"] });
      expect(subject.replies).to.deep.equal([{ turn: 2, reply: 0, latencyMs: 7, interrupted: undefined }]);
    }
  });

  it("is an answer, a turn or a trace", () => {
    const answer = subjectOf({ input: "q", actualOutput: "a", completionTimeMs: 3 });
    expect(answer).to.deep.include({
      what: "the answer",
      said: ["a"],
      calls: { calls: [], complete: false },
      knowsRetrieval: false,
    });
    const turn = subjectOf(new Turn({ role: "assistant", content: "a", toolsCalled: [] }));
    expect(turn).to.deep.include({
      what: "the turn",
      said: ["a"],
      calls: { calls: [], complete: true },
      knowsRetrieval: false,
    });
    const traced = subjectOf(trace);
    expect(traced).to.deep.include({
      what: "the trace",
      said: ["hello", "bye"],
      knowsSaid: true,
      retrieved: ["passage"],
    });
    expect(traced.replies).to.deep.equal([{ turn: 1, reply: 0, latencyMs: 5, interrupted: undefined }]);
  });

  it("knows what it does not know", () => {
    const untold = { turns: [{ role: "assistant" as const, content: "a" }] };
    const nothing = { calls: { calls: [], complete: false }, retrieved: [], knowsRetrieval: false };
    expect(subjectOf(untold)).to.deep.include(nothing);
    const missing = ["toolsCalled: nothing was recorded", "retrievalContext: nothing was recorded"];
    const empty = { ...trace, toolsCalled: [], retrievalContext: [], output: null, turns: [], missing };
    expect(subjectOf(empty)).to.deep.include({ ...nothing, said: [], knowsSaid: false });
    expect(subjectOf({ input: "q" }).knowsSaid).to.equal(false);
    const [turn] = trace.turns;
    const half = { ...trace, turns: [turn, { ...turn, output: null }] };
    expect(subjectOf(half)).to.deep.include({ said: ["hello", "bye"], knowsSaid: false });
  });

  it("is nothing else, and the error says what was probably meant", () => {
    const given: [value: unknown, message: RegExp][] = [
      [Promise.resolve({}), /Promise: await it first/],
      [[{}], /array: take one/],
      [null, /given null/],
      ["text", /the text "text"/],
      [{ role: "user", content: "x" }, /turn of the user/],
      [{ colour: "red" }, /keys colour/],
      [{ turns: [{ role: "robot", content: "x" }] }, /turns\[0\]\.role/],
    ];
    for (const [value, message] of given) expect(() => subjectOf(value)).to.throw(RehearsalError, message);
  });
});
