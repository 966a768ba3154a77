import { expect } from "chai";
import type { ReadSpan } from "../../../src/tracing/reading/read-span.js";
import { withDerivedIds } from "../../../src/tracing/run/derived-ids.js";

const real = "a".repeat(32);
const traceId = "0123456789abcdef0123456789abcdef";
const span = (ids: Partial<ReadSpan>): ReadSpan =>
  ({ kind: "tool", name: "look", startTimeMs: 0, endTimeMs: 1, parentSpanId: null, ...ids }) as ReadSpan;

describe("derived ids", () => {
  it("keep each span under its parent, also where that is in another trace", () => {
    const [agent, tool] = withDerivedIds(
      [
        span({ traceId: real, spanId: "agent" }),
        span({ traceId: "other", spanId: "tool", parentSpanId: "agent", parentTraceId: real }),
      ],
      { real, traceId },
    );
    expect(agent?.traceId).to.equal(traceId);
    expect(tool?.traceId).to.not.equal(traceId);
    expect([tool?.parentTraceId, tool?.parentSpanId]).to.deep.equal([agent?.traceId, agent?.spanId]);
  });

  it("are the same whatever the real ones are, and leave out none", () => {
    const ids = (prefix: string) =>
      withDerivedIds(
        [span({ traceId: prefix, spanId: `${prefix}1` }), span({ traceId: `${prefix}x`, spanId: `${prefix}2` })],
        { real: prefix, traceId },
      ).map((each) => [each.traceId, each.spanId]);
    expect(ids("a")).to.deep.equal(ids("b"));
    expect(new Set(ids("a").flat()).size).to.equal(4);
  });
});
