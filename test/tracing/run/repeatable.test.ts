import { expect } from "chai";
import { SpanKind } from "@opentelemetry/api";
import { startExternalCall } from "../../../src/tracing/instrument.js";
import { startRun, type TurnOptions } from "../../../src/tracing/run/run.js";
import { incoming, outgoing } from "../../../src/tracing/run/propagation.js";
import { observe, prepareTracing, recordItem } from "../../../src/tracing/index.js";
import { removeTracing } from "../../../src/tracing/provider/prepare.js";
import { trace } from "@opentelemetry/api";

const traceId = "0123456789abcdef0123456789abcdef";

/** A clock of its own that goes one further with whatever begins. */
function repeatable(): NonNullable<TurnOptions["repeatable"]> {
  let at = 0;
  return { traceId, time: { now: () => at, begin: () => (at += 1) } };
}
const inner = observe({ type: "retriever", name: "search" }, () => ["a passage"]);
const outer = observe({ type: "tool", name: "look_up" }, () => inner().length);

describe("a repeatable run", () => {
  before(prepareTracing);
  after(removeTracing);

  const recorded = (work: () => void): string => {
    const run = startRun({ runId: "r", repeatable: repeatable() });
    run.within(work);
    return JSON.stringify(run.end());
  };

  it("gives the same trace each time, of observed calls, instrumentations, and spans and items of others", () => {
    const work = () => {
      outer();
      startExternalCall({
        name: "chat m",
        kind: SpanKind.CLIENT,
        attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" },
      })?.end();
      const span = trace.getTracer("other").startSpan("execute_tool t", {
        attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "t" },
      });
      trace.getTracer("other").startSpan("a root of its own", { root: true }).end();
      span.end();
      outer();
    };
    const first = recorded(work);
    expect(recorded(work)).to.equal(first);
    const { spans, toolsCalled, traceId: told } = JSON.parse(first) as ReturnType<ReturnType<typeof startRun>["end"]>;
    expect(told).to.equal(traceId);
    expect(toolsCalled.map(({ name }) => name)).to.deep.equal(["look_up", "t", "look_up"]);
    expect(spans.map(({ startTimeMs }) => startTimeMs)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).to.equal(7);
    expect(byId.get(spans[1]?.parentSpanId ?? "")?.name).to.equal("look_up");
    for (const { spanId, traceId: of } of spans) {
      expect(spanId).to.match(/^[\da-f]{16}$/);
      expect(of).to.match(/^[\da-f]{32}$/);
    }
  });

  it("puts what another tracer timed where it belongs among the rest", () => {
    const at = new Date().toISOString();
    const text = recorded(() =>
      recordItem({
        object: "trace.span",
        id: "span_1",
        trace_id: "trace_1",
        parent_id: null,
        started_at: at,
        ended_at: at,
        span_data: { type: "function", name: "t", input: "{}", output: "1" },
      }),
    );
    const { spans } = JSON.parse(text) as ReturnType<ReturnType<typeof startRun>["end"]>;
    expect(spans).to.have.lengthOf(1);
    expect(Math.abs(spans[0]?.startTimeMs ?? NaN)).to.be.lessThan(10_000);
  });

  for (const [what, tell] of [
    ["the headers were read", (run: ReturnType<typeof startRun>) => run.headers],
    ["a request took it along", (run: ReturnType<typeof startRun>) => run.within(() => incoming(outgoing()))],
  ] as const)
    it(`tells the real id where ${what}, as somebody may look for it`, () => {
      const run = startRun({ repeatable: repeatable() });
      run.within(outer);
      expect(run.trace().traceId).to.equal(traceId);
      tell(run);
      expect(run.end().traceId).to.equal(run.traceId).and.not.equal(traceId);
    });
});
