import { expect } from "chai";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { assertTest } from "../../../src/index.js";
import { captureTrace, observe, readTrace } from "../../../src/tracing/index.js";

const never = () => new Promise(() => undefined);
const agent = (work: () => unknown) => observe({ type: "agent", name: "desk" }, work);
const verdictOf = (work: () => unknown) =>
  assertTest({ golden: { input: "q", expectedTools: ["t"] }, run: agent(work) }).then(
    () => "passed",
    (error: unknown) => (error as Error).message,
  );
const span = { name: "t", attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "t" } };
const endedIn = (given: object) => readTrace({ spans: [{ ...span, ...given }] }).toolsCalled.map(({ ended }) => ended);

describe("a tool that had not ended when the agent replied", () => {
  it("is on record as that, be it under way or a generator that nobody reads", async () => {
    const slow = observe({ type: "tool", name: "t" }, never);
    const lazy = observe({ type: "tool", name: "t" }, async function* () {
      yield await Promise.resolve(1);
    });
    const { trace } = await captureTrace(() => {
      void slow();
      lazy();
      observe({ type: "tool", name: "t" }, () => 1)();
    });
    expect(trace.toolsCalled.map(({ ended }) => ended)).to.deep.equal([false, false, undefined]);
  });

  it("satisfies no golden that expects it", async () => {
    const slow = observe({ type: "tool", name: "t" }, never);
    const lazy = observe({ type: "tool", name: "t" }, function* () {
      yield 1;
    });
    const works = [() => void slow(), () => void lazy()];
    for (const work of works) expect(await verdictOf(work)).to.contain("had not ended when the agent replied");
    expect(await verdictOf(() => [...lazy()])).to.equal("passed");
  });

  it("is told from one whose span tells no end, or whose result the model was told", () => {
    expect(endedIn({})).to.deep.equal([undefined]);
    expect(endedIn({ startTimeUnixMs: 1 })).to.deep.equal([undefined]);
    expect(endedIn({ startTimeUnixMs: 1, endTimeUnixMs: null })).to.deep.equal([false]);
    const result = { ...span.attributes, "gen_ai.tool.call.result": '"r"' };
    expect(endedIn({ startTimeUnixMs: 1, endTimeUnixMs: null, attributes: result })).to.deep.equal([undefined]);
  });

  it("is told of a span of OpenTelemetry's", () => {
    const tracer = new BasicTracerProvider().getTracer("mine");
    const [begun, over] = [tracer.startSpan("t", span), tracer.startSpan("t", span)];
    over.end();
    const { toolsCalled } = readTrace({ spans: [begun, over] as never });
    expect(toolsCalled.map(({ ended }) => ended)).to.deep.equal([false, undefined]);
  });
});
