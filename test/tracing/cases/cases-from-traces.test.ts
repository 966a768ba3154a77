import { expect } from "chai";
import { conversationFromTraces } from "../../../src/tracing/cases/conversation-from-traces.js";
import { testCaseFromTrace } from "../../../src/tracing/cases/test-case-from-trace.js";
import { turnFromTrace } from "../../../src/tracing/cases/turn-from-trace.js";
import { readTrace } from "../../../src/tracing/reading/read-trace.js";
import type { Trace } from "../../../src/test-case/trace.js";

interface Request {
  readonly id: string;
  readonly at: number;
  readonly conversation?: string;
  readonly asked?: string;
  readonly answered: string;
  readonly tool?: string;
  readonly failed?: boolean;
}

const messages = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: "text", content }] }]);

/** One request of a traced production agent. */
function traceOf({ id, at, conversation, asked, answered, tool, failed = false }: Request): Trace {
  return readTrace({
    spans: [
      {
        name: "invoke_agent",
        traceId: id,
        spanId: "1",
        startTimeUnixMs: at,
        endTimeUnixMs: at + 40,
        status: failed ? { code: 2, message: "the database is away" } : { code: 0 },
        attributes: {
          "gen_ai.operation.name": "invoke_agent",
          ...(conversation !== undefined && { "gen_ai.conversation.id": conversation }),
          ...(asked !== undefined && { "gen_ai.input.messages": messages("user", asked) }),
          "gen_ai.output.messages": messages("assistant", answered),
        },
      },
      ...(tool === undefined
        ? []
        : [
            {
              name: "execute_tool",
              traceId: id,
              spanId: "2",
              parentSpanId: "1",
              startTimeUnixMs: at + 5,
              endTimeUnixMs: at + 10,
              attributes: {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": tool,
                "gen_ai.tool.call.arguments": "{}",
                "gen_ai.tool.call.result": "{}",
              },
            },
          ]),
    ],
  });
}

describe("a trace as a turn", () => {
  it("carries answer, tools, latency and trace id", () => {
    const turn = turnFromTrace(traceOf({ id: "a", at: 1000, asked: "Hi", answered: "Hello!", tool: "look_up" }));
    expect(turn).to.include({ role: "assistant", content: "Hello!", latencyMs: 40, traceId: "a" });
    expect(turn.toolsCalled?.map(({ name }) => name)).to.deep.equal(["look_up"]);
  });

  it("leaves out what an empty trace can't know", () => {
    expect(turnFromTrace(readTrace({ spans: [] }))).to.deep.equal({ role: "assistant", content: "" });
  });
});

describe("a trace as a test case", () => {
  it("takes input and output from the trace, and what should have happened from the golden", () => {
    const golden = { id: "g", input: "Hi there", expectedTools: [{ name: "look_up" }], expectedOutput: "Hello" };
    const trace = traceOf({ id: "a", at: 0, asked: "Hi", answered: "Hello!", tool: "look_up" });
    expect(testCaseFromTrace(trace, golden)).to.include({ input: "Hi there", actualOutput: "Hello!", goldenId: "g" });
    expect(testCaseFromTrace(trace).input).to.equal("Hi");
    expect(testCaseFromTrace(trace, golden).expectedTools).to.deep.equal(golden.expectedTools);
    expect(testCaseFromTrace(trace).completionTimeMs).to.equal(40);
  });

  it("takes a golden as a person writes it, and what is undefined as left out", () => {
    const trace = traceOf({ id: "a", at: 0, asked: "Hi", answered: "Hello", tool: "look" });
    const golden = { expectedTools: ["look", { name: "refund" }], goldenActions: ["look"], name: undefined } as const;
    const testCase = testCaseFromTrace(trace, golden);
    expect(testCase.expectedTools).to.deep.equal([{ name: "look" }, { name: "refund" }]);
    expect(testCase.goldenActions).to.deep.equal([{ name: "look" }]);
    expect(testCase.input).to.equal("Hi");
  });

  it("says what the agent failed with", () => {
    const trace = traceOf({ id: "a", at: 0, asked: "Hi", answered: "", failed: true });
    expect(testCaseFromTrace(trace).error).to.equal("the database is away");
  });

  it("takes no failed call for a failure of the agent, whatever is around it", () => {
    const look = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look" };
    const ids = { traceId: "a", spanId: "1", startTimeUnixMs: 0, endTimeUnixMs: 10 };
    const spans = [{ name: "look", ...ids, status: { code: 2, message: "not found" }, attributes: look }];
    const testCase = testCaseFromTrace(readTrace({ spans }), { input: "Hi" });
    expect(testCase.toolsCalled?.map(({ error }) => error)).to.deep.equal(["not found"]);
    expect(testCase).to.not.have.property("error");
  });

  it("needs an input from somewhere", () => {
    expect(() => testCaseFromTrace(traceOf({ id: "a", at: 0, answered: "Hello!" }))).to.throw(
      /trace a recorded no input; give/,
    );
    expect(() => testCaseFromTrace(readTrace({ spans: [] }))).to.throw(/an empty trace recorded no input/);
  });
});

describe("conversations out of traces", () => {
  const traces = [
    traceOf({ id: "t3", at: 300, conversation: "c1", asked: "And mugs?", answered: "Mugs too.", tool: "search" }),
    traceOf({ id: "t2", at: 200, conversation: "c2", asked: "Bye", answered: "Goodbye." }),
    traceOf({ id: "t1", at: 100, conversation: "c1", asked: "Shoes?", answered: "Yes.", tool: "search" }),
    traceOf({ id: "t4", at: 400, asked: "Alone", answered: "Indeed." }),
  ];

  it("puts the traces of one conversation together, in the order of time", () => {
    const cases = conversationFromTraces(traces, { by: "conversation" });
    expect(cases.map(({ threadId, turns }) => [threadId, turns.map(({ content }) => content)])).to.deep.equal([
      ["c1", ["Shoes?", "Yes.", "And mugs?", "Mugs too."]],
      ["c2", ["Bye", "Goodbye."]],
      ["t4", ["Alone", "Indeed."]],
    ]);
    expect(cases[0]?.turns.map(({ toolsCalled }) => toolsCalled?.length)).to.deep.equal([undefined, 1, undefined, 1]);
    expect(cases[0]?.traces?.map(({ traceId }) => traceId)).to.deep.equal(["t1", "t3"]);
  });

  it("goes by the caller's own name for a conversation", () => {
    expect(conversationFromTraces(traces, { by: () => "all" }).map(({ turns }) => turns.length)).to.deep.equal([8]);
  });

  it("makes nothing of traces that recorded nothing", () => {
    expect(conversationFromTraces([readTrace({ spans: [] })])).to.deep.equal([]);
  });
});
