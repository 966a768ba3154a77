import { expect } from "chai";
import { toJson, type JsonValue } from "../../src/test-case/json.js";

function read(value: unknown): { kept: JsonValue; complaints: string[] } {
  const complaints: string[] = [];
  const kept = toJson(value, (path, message) => complaints.push(`${path.join("/")}: ${message}`));
  return { kept, complaints };
}

describe("toJson", () => {
  it("copies what JSON keeps", () => {
    const value = { text: "a", list: [1, null, true], nested: { empty: {}, none: [] } };
    const { kept, complaints } = read(value);
    expect(kept).to.deep.equal(value);
    expect(kept).to.not.equal(value);
    expect(complaints).to.deep.equal([]);
  });

  it("leaves out what is undefined and writes -0 as 0, as JSON does", () => {
    expect(read({ a: undefined, b: -0 }).kept).to.deep.equal({ b: 0 });
  });

  it("keeps keys that name parts of an object's prototype", () => {
    const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":2,"toJSON":3}') as object;
    const { kept, complaints } = read(value);
    expect(JSON.stringify(kept)).to.equal(JSON.stringify(value));
    expect(complaints).to.deep.equal([]);
    expect({}).to.not.have.property("polluted");
  });

  it("keeps halves of surrogate pairs", () => {
    expect(read({ a: "\ud800" }).kept).to.deep.equal({ a: "\ud800" });
  });

  it("takes what toJSON gives, with the key", () => {
    expect(read({ price: { toJSON: (key: string) => `${key} 5` } }).kept).to.deep.equal({ price: "price 5" });
  });

  const refused: [string, unknown, RegExp][] = [
    ["a Date", new Date(0), /^at\/0: a Date can't be kept.*toISOString/],
    ["an Error", new Error("x"), /^at\/0: an Error can't be kept.*message/],
    ["a Map", new Map([[1, 2]]), /^at\/0: a Map can't be kept/],
    ["a Set", new Set([1]), /^at\/0: a Set can't be kept/],
    ["a regular expression", /x/, /^at\/0: a RegExp can't be kept/],
    ["a promise", Promise.resolve(1), /^at\/0: a Promise can't be kept/],
    ["bytes", new Uint8Array(3), /^at\/0: a binary buffer can't be kept/],
    ["a Buffer, in spite of its toJSON", Buffer.from("x"), /^at\/0: a binary buffer can't be kept/],
    ["a boxed string", Object("x"), /^at\/0: a boxed primitive can't be kept/],
    ["a bigint", 10n, /^at\/0: a bigint can't be kept/],
    ["a function", () => 1, /^at\/0: a function can't be kept/],
    ["a symbol", Symbol("x"), /^at\/0: a symbol can't be kept/],
    ["NaN", NaN, /^at\/0: NaN is not a JSON number/],
    ["Infinity", Infinity, /^at\/0: Infinity is not a JSON number/],
    ["undefined in a list", undefined, /^at\/0: undefined can't be kept/],
  ];
  for (const [what, value, message] of refused) {
    it(`refuses ${what} and says where`, () => {
      const { complaints } = read({ at: [value] });
      expect(complaints).to.have.length(1);
      expect(complaints[0]).to.match(message);
    });
  }

  it("says that a getter threw, and reads on", () => {
    const value = {
      get bad(): string {
        throw new Error("not now");
      },
      good: 1,
      worse: Symbol("x"),
    };
    expect(read(value).complaints).to.deep.equal([
      "bad: can't be read: not now",
      "worse: a symbol can't be kept in JSON",
    ]);
  });

  it("says that a toJSON or a proxy threw", () => {
    const fail = () => {
      throw new Error("no");
    };
    expect(read([{ toJSON: fail }, new Proxy({}, { ownKeys: fail })]).complaints).to.deep.equal([
      "0: can't be read: no",
      "1: can't be read: no",
    ]);
  });

  it("refuses a hole in a list, which JSON would fill with null", () => {
    const holed = [1];
    holed[2] = 3;
    expect(read(holed).complaints).to.deep.equal(["1: undefined can't be kept in JSON; use null, or leave it out"]);
  });

  it("refuses a cycle, and not a value that stands in two places", () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(read(loop).complaints).to.deep.equal(["self: refers back to itself; JSON can't keep a cycle"]);
    const shared = { a: 1 };
    expect(read([shared, shared]).complaints).to.deep.equal([]);
  });

  it("refuses what is nested too deeply to be walked through safely", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(read(deep).complaints).to.match(/nested more than 200 levels deep/);
  });

  it("gives up on few objects that stand for more values than fit in memory", () => {
    let bomb: unknown = 1;
    for (let level = 0; level < 100; level += 1) bomb = { a: bomb, b: bomb };
    const { complaints } = read(bomb);
    expect(complaints[0]).to.match(/holds more than 2000000 values/);
    expect(complaints.length).to.be.at.most(20);
  });

  it("refuses an enormous list without walking through it", () => {
    expect(read(new Array(4_000_000_000)).complaints).to.match(/holds more than 2000000 values/);
  });
});
