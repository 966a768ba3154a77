import { expect } from "chai";
import fc from "fast-check";
import { LONGEST_CONTENT, snapshot, Unrecorded } from "../../../src/tracing/observe/snapshot.js";
import { captureTrace, observe } from "../../../src/tracing/index.js";

const reason = (value: unknown): string | undefined => {
  const kept = snapshot(value);
  return kept instanceof Unrecorded ? kept.reason : undefined;
};

describe("snapshot", () => {
  it("is JSON's own for JSON values, and text stays text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(snapshot(value)).to.equal(typeof value === "string" ? value : JSON.stringify(value));
      }),
    );
  });

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withSet: true, withTypedArray: true, withNullPrototype: true }),
        (value) => {
          const kept = snapshot(value);
          expect(kept === undefined || typeof kept === "string" || kept instanceof Unrecorded).to.equal(true);
        },
      ),
    );
  });

  it("spells big integers, maps, sets and errors instead of failing or losing them", () => {
    expect(snapshot({ n: 10n })).to.equal('{"n":"10"}');
    expect(snapshot(new Map([["a", 1]]))).to.equal('{"a":1}');
    expect(snapshot(new Map([[1, 2]]))).to.equal("[[1,2]]");
    expect(snapshot(new Set([1]))).to.equal("[1]");
    expect(snapshot(new RangeError("far"))).to.equal('{"name":"RangeError","message":"far"}');
  });

  it("says why it has none", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const throwing = {
      toJSON() {
        throw new Error("no JSON today");
      },
    };
    expect(reason(cyclic)).to.include("circular");
    expect(reason(throwing)).to.equal("no JSON today");
    expect(reason(() => 1)).to.equal("a function");
    expect(reason(new Uint8Array(3))).to.equal("binary data");
    expect(reason(new Response("x"))).to.equal("a Response is no plain data");
    expect(reason({ text: Promise.resolve("later") })).to.equal("it holds a promise or a stream");
    expect(reason("x".repeat(LONGEST_CONTENT + 1))).to.equal("1000001 characters, more than the 1000000 that are kept");
  });

  it("is told in the trace's missing list", async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const { trace } = await captureTrace(() =>
      observe({ type: "tool", name: "t" }, (_arg: object) => cyclic)({ fn: 1n }),
    );
    expect(trace.toolsCalled[0]?.inputParameters).to.deep.equal({ fn: "1" });
    expect(trace.missing).to.deep.equal([
      "output: no span recorded a final answer",
      'tool "t": output not recorded (Converting circular structure to JSON)',
      "result not recorded: call 1 (t)",
    ]);
  });
});
