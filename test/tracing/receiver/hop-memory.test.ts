import { expect } from "chai";
import fc from "fast-check";
import { decodeExport } from "../../../src/tracing/receiver/decode-export.js";
import { Hops } from "../../../src/tracing/receiver/hops.js";
import { exportOf, spanId, traceId, type SpanSpec } from "./support.js";

const SERVER = 2;
const CLIENT = 3;

describe("what is remembered of requests between processes", () => {
  const decoded = (...spans: SpanSpec[]) =>
    decodeExport("traces", "json", Buffer.from(JSON.stringify(exportOf(...spans)))).arrivals;
  const call = (n: number, name: string): readonly SpanSpec[] => [
    { trace: traceId(String(n)), span: spanId("1"), name, kind: CLIENT },
    { trace: traceId(String(n)), span: spanId("2"), parent: spanId("1"), kind: SERVER },
  ];
  const plain = (arrivals: ReturnType<typeof decoded>) =>
    arrivals.flatMap(({ content }) => ("span" in content ? content.span : []));

  it("is bounded, and what is forgotten is not waited for", () => {
    const hops = new Hops(10);
    for (let n = 0; n < 3000; n++) for (const each of decoded(...call(n, `ask ${String(n)}`))) hops.note(each);
    const [oldest] = [decoded({ trace: traceId("a1"), span: spanId("1"), name: "ask 0", kind: CLIENT })];
    const [newest] = [decoded({ trace: traceId("a2"), span: spanId("1"), name: "ask 2999", kind: CLIENT })];
    for (const each of [...oldest, ...newest]) hops.note(each);
    expect(hops.unansweredIn(plain(oldest))).to.deep.equal([]);
    expect(hops.unansweredIn(plain(newest))).to.deep.equal(["ask 2999"]);
    for (let n = 0; n < 20; n++) for (const each of decoded(...call(n, "other"))) hops.note(each);
    expect(hops.unansweredIn(plain(newest))).to.deep.equal([]);
  });

  it("is the same in whatever order spans come", () => {
    const spans = [...call(1, "ask"), ...call(2, "ask"), ...call(3, "tell").slice(0, 1), ...call(4, "ask").slice(0, 1)];
    fc.assert(
      fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), (shuffled) => {
        const hops = new Hops(100);
        const arrivals = shuffled.flatMap((span) => decoded(span));
        for (const each of arrivals) hops.note(each);
        expect(hops.unansweredIn(plain(arrivals))).to.deep.equal(["ask"]);
        const answered = plain(arrivals).filter(({ traceId: id }) => id !== traceId("4"));
        expect(hops.unansweredIn(answered)).to.deep.equal([]);
      }),
      { numRuns: 50, seed: 1 },
    );
  });
});
