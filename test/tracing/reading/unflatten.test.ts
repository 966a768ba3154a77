import { expect } from "chai";
import { itemsOf, listOf } from "../../../src/tracing/reading/unflatten.js";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("flattened lists", () => {
  it("are put together in the order of their numbers, whatever is missing between them", () => {
    const attributes = { "a.10.x": 3, "a.2.x.y": 2, "a.0.x.0.z": 1, "a.text": 4, "ab.0.x": 5, other: 6 };
    const [first, ...rest] = listOf(attributes, "a");
    expect(plain(itemsOf(first?.x))).to.deep.equal([{ z: 1 }]);
    expect(plain(rest)).to.deep.equal([{ x: { y: 2 } }, { x: 3 }]);
    expect(listOf(attributes, "b")).to.be.empty;
  });

  it("may be written as one value", () => {
    expect(plain(listOf({ a: '[{"x":1},7]' }, "a"))).to.deep.equal([{ x: 1 }]);
    expect(listOf({ a: "[{" }, "a")).to.be.empty;
  });

  it("with names of anybody's choice touch neither prototypes nor the values given", () => {
    const given = Object.freeze({ y: 1 });
    const attributes = { "a.0.x": given, "a.0.x.z": 2, "a.1.__proto__.hit": 1, "a.constructor.hit": 1 };
    expect(plain(listOf(attributes, "a"))).to.have.lengthOf(2);
    expect(Object.hasOwn(Object.prototype, "hit") || "hit" in {}).to.equal(false);
    expect(given).to.deep.equal({ y: 1 });
  });
});
