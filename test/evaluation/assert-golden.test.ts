import { expect } from "chai";
import { assertWith, type AssertDependencies } from "../../src/evaluation/assert-with.js";
import { callerFrames } from "../../src/evaluation/caller-frames.js";
import type { Trace } from "../../src/test-case/trace.js";
import { dedented, metric, rejection, stated } from "./fakes.js";

const empty: Trace = {
  traceId: null,
  spans: [],
  toolsCalled: [],
  retrievalContext: [],
  output: null,
  usage: { inputTokens: null, outputTokens: null, totalTokens: null },
  turns: [],
  missing: ["toolsCalled: nothing was recorded", "retrievalContext: nothing was recorded"],
};
const traced: Trace = {
  ...empty,
  traceId: "t",
  missing: [],
  toolsCalled: [{ name: "search" }],
  retrievalContext: ["30 days"],
  output: "told",
};
const capturing =
  (trace: Trace): AssertDependencies["capture"] =>
  async (run) => ({ result: await run(), trace });

function assertIn(options: unknown, dependencies: AssertDependencies = {}): ReturnType<typeof assertWith> {
  const frames = callerFrames(assertIn);
  return assertWith(options as Parameters<typeof assertWith>[0], frames, {
    ...{ stated, capture: capturing(traced) },
    ...dependencies,
  });
}

describe("assertTest of a golden", () => {
  const golden = { id: "returns", input: "Can I return shoes?", mustCommunicate: ["30 days"], flaky: false };
  const times =
    (...values: number[]) =>
    () =>
      values.shift() ?? 0;

  it("asks the agent, and makes a test case of answer, trace and golden", async () => {
    let seen: unknown;
    const run = (request: unknown) => {
      seen = request;
      return "Within 30 days.";
    };
    const { signal } = new AbortController();
    const result = await assertIn({ golden, run, signal }, { now: times(10, 52.5) });
    expect(seen).to.deep.equal({ input: golden.input, golden: { ...golden }, signal });
    expect(result.testCase).to.deep.equal({
      input: golden.input,
      actualOutput: "Within 30 days.",
      mustCommunicate: ["30 days"],
      flaky: false,
      goldenId: "returns",
      completionTimeMs: 42.5,
      trace: traced,
      toolsCalled: traced.toolsCalled,
      retrievalContext: traced.retrievalContext,
    });
  });

  it("knows no calls of an agent that is not traced", async () => {
    const result = await assertIn({ golden, run: () => "30 days" }, { capture: capturing(empty) });
    expect(result.testCase).to.not.have.any.keys("toolsCalled", "retrievalContext");
  });

  it("takes the traced answer where the function returns none, and JSON as text", async () => {
    const mustCommunicate = ["told"];
    const { testCase } = await assertIn({ golden: { ...golden, mustCommunicate }, run: () => undefined });
    expect(testCase).to.include({ actualOutput: "told" });
    const result = await assertIn({ golden: { ...golden, mustCommunicate }, run: async () => ({ told: 1 }) });
    expect(result.testCase).to.include({ actualOutput: '{"told":1}' });
    async function* stream() {
      yield "told";
    }
    expect((await rejection(assertIn({ golden, run: () => stream() }))).message).to.include("stream");
  });

  it("fails with the question, the calls and the answer", async () => {
    const error = await rejection(assertIn({ golden, run: () => "No." }));
    expect(dedented(error.message)).to.match(
      /^never said: 30 days {2}\(mustCommunicate\)\n\n {2}input {6}Can I return shoes\?\n {2}output {5}No\./,
    );
    expect(error.message).to.include("search (arguments not known)");
  });

  it("keeps the trace of an agent that threw, and what it threw as cause", async () => {
    const boom = new Error("boom");
    const run = () => {
      throw boom;
    };
    const error = await rejection(
      assertIn({ golden: { ...golden, mustCommunicate: undefined }, run, metrics: [metric("m")] }),
    );
    expect(error).to.include({ code: "agent_failed", cause: boom });
    expect(error.message)
      .to.match(/^the agent failed: boom\n/)
      .and.include("search");
  });

  it("gives up at the signal although the agent does not", async () => {
    const signal = AbortSignal.abort(new Error("too slow"));
    const error = await rejection(assertIn({ golden, run: () => new Promise(() => undefined), signal }));
    expect(error.message).to.include("too slow");
  });
});
