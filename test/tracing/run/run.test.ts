import { expect } from "chai";
import { trace as otel } from "@opentelemetry/api";
import {
  captureTrace,
  knowsTools,
  observe,
  prepareTracing,
  startRun,
  traceOf,
  tracingStatus,
} from "../../../src/tracing/index.js";

const tool = (name: string) => observe({ type: "tool", name }, async (_arg: object) => name);
const foreign = (name: string, attributes = {}) => otel.getTracer("foreign").startSpan(name, { attributes });

describe("a run", () => {
  before(prepareTracing);

  it("records what happens within it, and nothing else", async () => {
    const run = startRun();
    await tool("before")({});
    await run.within(() => tool("within")({}));
    await tool("after")({});
    expect(run.end().toolsCalled.map(({ name }) => name)).to.deep.equal(["within"]);
  });

  it("is not itself in the trace: no agent, no tool, no span", async () => {
    const run = startRun();
    run.within(() => undefined);
    const trace = run.end();
    expect(trace.spans).to.be.empty;
    expect(trace.traceId).to.equal(null);
    expect(knowsTools(trace)).to.equal(false);
    expect(trace.missing[0]).to.match(/^toolsCalled: nothing was recorded; wrap the agent in observe/);
  });

  it("records foreign spans with those of observed calls in one tree, in one order", async () => {
    const run = startRun();
    await run.within(() =>
      observe({ type: "agent", name: "agent" }, async () => {
        otel
          .getTracer("foreign")
          .startActiveSpan(
            "execute_tool look",
            { attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look" } },
            (span) => {
              void tool("inner")({});
              span.end();
            },
          );
        await tool("next")({});
      })(),
    );
    const trace = run.end();
    expect(
      trace.spans.map(({ name, parentSpanId }) => [
        name,
        trace.spans.find(({ spanId }) => spanId === parentSpanId)?.name,
      ]),
    ).to.deep.equal([
      ["agent", undefined],
      ["execute_tool look", "agent"],
      ["inner", "execute_tool look"],
      ["next", "agent"],
    ]);
  });

  it("reads what is on record by now, with open spans told as missing", () => {
    const run = startRun();
    const span = run.within(() => foreign("chat m", { "gen_ai.operation.name": "chat" }));
    const open = run.trace();
    expect(open.spans[0]?.endTimeMs).to.equal(null);
    expect(open.missing).to.include('still open: llm "chat m"');
    expect(tracingStatus().openSpans).to.be.at.least(1);
    span.end();
    expect(run.end().spans[0]?.endTimeMs).to.be.a("number");
  });

  it("after its end records nothing, holds nothing and says so", async () => {
    const run = startRun();
    let late: unknown;
    const during = run.within(() => {
      late = foreign("late");
      return new Promise<void>((resolve) => setImmediate(() => void tool("late")({}).then(() => resolve())));
    });
    run.end();
    await during;
    (late as ReturnType<typeof foreign>).end();
    expect(run.trace().spans).to.be.empty;
    expect(run.end().missing[0]).to.equal("this run has ended, and what it recorded was let go");
    expect(tracingStatus().openRuns).to.equal(0);
  });

  it("gives the innermost of nested runs what happens in both", async () => {
    const outer = startRun();
    const inner = outer.within(() => startRun());
    await outer.within(() => inner.within(() => tool("x")({})));
    expect(inner.end().toolsCalled).to.have.lengthOf(1);
    expect(outer.end().toolsCalled).to.have.lengthOf(0);
  });

  it("hands out W3C headers with its ids", () => {
    const run = startRun({ runId: "r 1", conversationId: "c,ä", turnId: "\ud800" });
    const { traceparent, baggage } = run.headers;
    expect(traceparent).to.equal(run.traceparent);
    expect(traceparent)
      .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
      .and.include(run.traceId);
    expect(baggage).to.equal("rehearsal.run=r%201,rehearsal.conversation=c%2C%C3%A4,rehearsal.turn=%EF%BF%BD");
    expect(startRun().headers.baggage).to.match(/^rehearsal\.run=[0-9a-f]{16}$/);
  });

  it("waits a moment for spans that are just ending, and not for ever", async () => {
    const run = startRun();
    run.within(() => {
      const span = foreign("soon");
      setImmediate(() => span.end());
      foreign("never");
    });
    await run.settle();
    expect(run.end().missing).to.include('still open: custom "never"');
  });
});

describe("captureTrace", () => {
  it("resolves to the result of synchronous and asynchronous work, with its trace", async () => {
    expect((await captureTrace(() => 7)).result).to.equal(7);
    const { result, trace } = await captureTrace(async () => tool("x")({ a: 1 }));
    expect(result).to.equal("x");
    expect(trace.toolsCalled[0]).to.include({ name: "x", output: "x" });
  });

  it("throws on what was thrown, and keeps the trace so far", async () => {
    const error = new Error("down");
    const failing = async () => {
      await tool("x")({});
      throw error;
    };
    const thrown: unknown = await captureTrace(failing).catch((reason: unknown) => reason);
    expect(thrown).to.equal(error);
    expect(traceOf(error)?.toolsCalled.map(({ name }) => name)).to.deep.equal(["x"]);
    expect(traceOf(new Error("other"))).to.equal(undefined);
    expect(traceOf(undefined)).to.equal(undefined);
    const nothing: unknown = await captureTrace(async () => Promise.reject(undefined as unknown as Error)).catch(
      (reason: unknown) => reason,
    );
    expect(nothing).to.equal(undefined);
  });

  it("has the retriever tools that it is told of", async () => {
    const search = observe({ type: "tool", name: "search_kb" }, (_arg: object) => ["a passage"]);
    const { trace } = await captureTrace(() => search({ query: "x" }), { retrieverTools: ["search_kb"] });
    expect(trace.retrievalContext).to.deep.equal(["a passage"]);
  });
});
