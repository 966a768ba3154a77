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

  it("spells numbers that JSON would make null of, and names functions in lists", () => {
    const told: readonly (readonly [unknown, string])[] = [
      [NaN, '"NaN"'],
      [-Infinity, '"-Infinity"'],
      [{ sum: NaN, of: [Infinity, 1] }, '{"sum":"NaN","of":["Infinity",1]}'],
      [[() => 1, Symbol("s"), undefined], '["[function]","[symbol]",null]'],
      [{ q: "x", then: { done: () => 1 } }, '{"q":"x","then":{}}'],
      [{ q: undefined }, "{}"],
    ];
    for (const [value, text] of told) expect(snapshot(value)).to.equal(text);
  });

  it("is unknown of an object of nothing but functions or symbols, which is no empty one", () => {
    class Client {
      send = (): void => undefined;
    }
    for (const value of [{ done: () => 1 }, { key: Symbol("s") }, { a: undefined, b: () => 1 }, new Client()])
      expect(reason(value)).to.match(/^it holds nothing but a (function|symbol)$/);
  });

  it("makes arguments unknown that are no data, and says so, and never none", async () => {
    const tool = observe({ type: "tool", name: "t" }, (given: unknown) => given === undefined);
    for (const given of [() => 1, Symbol("s"), { done: () => 1 }]) {
      const { trace } = await captureTrace(() => tool(given));
      expect(trace.toolsCalled[0]).to.not.have.property("inputParameters");
      expect(trace.missing.join()).to.match(/input not recorded \(it holds nothing but a (function|symbol)\)/);
    }
    const { trace } = await captureTrace(() => [tool(NaN), tool(undefined)]);
    expect(trace.toolsCalled.map(({ inputParameters }) => inputParameters)).to.deep.equal([{ "0": "NaN" }, {}]);
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

  it("spells maps, sets and errors within a value too", () => {
    const held = { map: new Map([["a", new Set([1n])]]), errors: [new RangeError("far")] };
    expect(snapshot(held)).to.equal('{"map":{"a":["1"]},"errors":[{"name":"RangeError","message":"far"}]}');
  });

  for (const [bytes, words] of [
    [new Uint8Array(4_000_000), "Uint8Array of 4000000 bytes"],
    [Buffer.alloc(3), "Buffer of 3 bytes"],
    [new Float64Array(2), "Float64Array of 16 bytes"],
    [new BigInt64Array(1), "BigInt64Array of 8 bytes"],
    [new DataView(new ArrayBuffer(5)), "DataView of 5 bytes"],
    [new ArrayBuffer(6), "ArrayBuffer of 6 bytes"],
    [new SharedArrayBuffer(7), "SharedArrayBuffer of 7 bytes"],
    [new Blob(["12345678"]), "Blob of 8 bytes"],
    [new File(["123456789"], "secret.txt"), "File of 9 bytes"],
  ] as const) {
    it(`names bytes where they stand, and has none of them alone: ${words}`, () => {
      expect(snapshot({ image: bytes, id: 1 })).to.equal(`{"image":"[${words}]","id":1}`);
      expect(snapshot([[bytes]])).to.equal(`[["[${words}]"]]`);
      expect(snapshot(new Map([["image", bytes]]))).to.equal(`{"image":"[${words}]"}`);
      expect(snapshot(Object.assign(new Error("no"), { body: bytes }))).to.include(`"body":"[${words}]"`);
      expect(snapshot({ toJSON: () => ({ bytes }) })).to.equal(`{"bytes":"[${words}]"}`);
      expect(reason(bytes)).to.equal(`binary data: ${words}`);
    });
  }

  it("shows bytes among a tool's arguments, whether they are named or not", async () => {
    const look = observe({ type: "tool", name: "look" }, (..._: unknown[]) => ({ thumb: new Uint8Array(2) }));
    const { trace } = await captureTrace(() => {
      look({ image: Buffer.alloc(4) });
      look(new Uint8Array(4));
      look(new ArrayBuffer(4), "png");
    });
    expect(trace.toolsCalled.map(({ inputParameters }) => inputParameters)).to.deep.equal([
      { image: "[Buffer of 4 bytes]" },
      { "0": "[Uint8Array of 4 bytes]" },
      { "0": "[ArrayBuffer of 4 bytes]", "1": "png" },
    ]);
    expect(trace.toolsCalled[0]?.output).to.deep.equal({ thumb: "[Uint8Array of 2 bytes]" });
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
    let deep = {};
    for (let level = 0; level < 50_000; level++) deep = { deep };
    expect(reason(deep)).to.equal("nested more than 1000 levels deep");
    expect(reason(throwing)).to.equal("no JSON today");
    expect(reason(() => 1)).to.equal("a function");
    expect(reason(new Uint8Array(3))).to.equal("binary data: Uint8Array of 3 bytes");
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
