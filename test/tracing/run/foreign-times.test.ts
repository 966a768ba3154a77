import { trace as otel } from "@opentelemetry/api";
import { expect } from "chai";
import { captureTrace, observe, prepareTracing } from "../../../src/tracing/index.js";

describe("the times of foreign spans", () => {
  before(prepareTracing);

  it("are those of our own clock where they were cut down to milliseconds, so that a span holds what is within it", async () => {
    const inner = observe({ type: "tool", name: "inner" }, async () => undefined);
    const { trace } = await captureTrace(async () => {
      const start = Math.floor(Date.now());
      const span = otel.getTracer("cutting").startSpan("outer", { startTime: start });
      await inner();
      span.end(start);
    });
    const [outer, within] = ["outer", "inner"].map((name) => trace.spans.find((span) => span.name === name));
    expect(outer?.startTimeMs).to.be.at.most(within?.startTimeMs ?? 0);
    expect(outer?.endTimeMs).to.be.at.least(within?.endTimeMs ?? Infinity);
  });

  it("are the span's own where it tells of another time", async () => {
    const { trace } = await captureTrace(() => {
      const span = otel.getTracer("late").startSpan("earlier", { startTime: new Date(1_600_000_001_000) });
      span.end(new Date(1_600_000_003_000));
    });
    expect(trace.spans[0]).to.include({ startTimeMs: 1_600_000_001_000, endTimeMs: 1_600_000_003_000 });
  });
});
