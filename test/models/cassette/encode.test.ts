import { inspect, isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import { decode } from "../../../src/models/cassette/decode.js";
import { encode, encodeRequest } from "../../../src/models/cassette/encode.js";
import { isSecretName } from "../../../src/models/cassette/secret-names.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

const values: unknown[] = [
  undefined,
  [undefined, { a: undefined }],
  NaN,
  -0,
  Infinity,
  12n,
  new Date(0),
  new Date(NaN),
  new URL("http://h/x"),
  Uint8Array.from([1, 2]),
  Buffer.from("x"),
  Float32Array.from([0.5]),
  new Int16Array(0),
  new Map<unknown, unknown>([[{ a: 1 }, new Set([new Date(1)])]]),
  { $date: "x" },
  { $object: { $lines: ["a\nb"] } },
  { $lines: ["a", "b"] },
  { $bytes: "AA==", more: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
  "\ud800",
  "a\r\nb\n\n",
  "\n",
];

/** Chance makes such a name of two or three letters once in a while. */
function hasSecret(value: unknown): boolean {
  let isFound = false;
  JSON.stringify(value, (name, inner: unknown) => {
    isFound ||= isSecretName(name);
    return inner;
  });
  return isFound;
}

describe("values in a cassette", () => {
  it("come back as they were, through a file", async () => {
    using at = temporary();
    let next = 0;
    const give = async function give(_: number) {
      return values[next++];
    };
    const recorded = withCassette(give, { cassette: cassetteAt(at.path, "record") });
    for (const index of values.keys()) await recorded(index);
    const replayed = withCassette(unreachable as typeof give, {
      cassette: cassetteAt(at.path, "replay"),
      name: "give",
    });
    for (const [index, value] of values.entries()) expect(await replayed(index)).to.deep.equal(value);
  });

  it("law: any JSON is replayed as it was recorded, but for secrets", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), fc.jsonValue(), async (request, answer) => {
        fc.pre(!hasSecret([request, answer]));
        using at = temporary();
        const tool = async function tool(_: unknown) {
          return answer;
        };
        const first = await withCassette(tool, { cassette: cassetteAt(at.path, "record") })(request);
        const options = { cassette: cassetteAt(at.path, "replay"), name: "tool" };
        const again = await withCassette(unreachable as typeof tool, options)(request);
        expect(again).to.deep.equal(first);
        expect(JSON.stringify(again)).to.equal(JSON.stringify(first));
      }),
      { numRuns: 150 },
    );
  });

  it("law: any value is decoded to its equal", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        // Node takes no invalid date for another's equal; those are among the values above.
        fc.pre(!inspect(value, { depth: null }).includes("Invalid Date"));
        // Not chai's equality, which sorts the members of sets and can't where one of them has a toString of its own.
        expect(isDeepStrictEqual(decode(encode(value)), value)).to.equal(true);
      }),
      { examples: [[[new Set<unknown>([new Set(), { toString: false }])]]] },
    );
  });

  it("are refused where they could not be made again", () => {
    class Order {
      readonly id = "A";
    }
    const circle: { self?: unknown } = {};
    circle.self = circle;
    let deep: unknown = 1;
    for (let i = 0; i < 300; i += 1) deep = { deep };
    expect(() => encode({ list: [new Order()] })).to.throw("an instance of Order at list[0]");
    expect(() => encode(circle)).to.throw("a reference back to itself at self");
    expect(() => encode(deep)).to.throw("nested more than");
  });

  it("of a request are taken as far as they go", () => {
    class Message {
      readonly text = "hi";
    }
    const request: Record<string, unknown> = {
      m: new Message(),
      f: () => 1,
      signal: AbortSignal.timeout(1000),
      u: undefined,
    };
    request.self = request;
    const error: Error & { self?: unknown } = new Error("x");
    error.self = error;
    request.error = error;
    let deep: unknown = 1;
    for (let i = 0; i < 300; i += 1) deep = [deep];
    expect(encodeRequest(request)).to.deep.equal({
      m: { text: "hi" },
      self: { $cycle: true },
      error: { $error: { name: "Error", message: "x", fields: { self: { $cycle: true } } } },
    });
    expect(JSON.stringify(encodeRequest(deep))).to.contain('{"$deep":true}');
  });
});
