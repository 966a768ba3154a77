import { readFileSync } from "node:fs";
import { expect } from "chai";
import { diffable } from "../../src/evaluation/diffable.js";

interface Reported {
  readonly input: { readonly keys: number; readonly characters: number };
  readonly expected: { readonly showDiff: boolean };
}
const fixture = new URL("../fixtures/reported/mocha-1624.json", import.meta.url);

describe("what a runner draws a diff of", () => {
  it("is two texts, two lists or two objects that differ", () => {
    expect(diffable("a", "b")).to.deep.equal({ actual: "a", expected: "b", showDiff: true });
    expect(diffable(["a"], ["b"]).showDiff).to.equal(true);
    expect(diffable({ a: 1 }, { a: 2 }).showDiff).to.equal(true);
  });

  it("is not what shows nothing new", () => {
    expect(diffable(1, 2)).to.deep.equal({ actual: 1, expected: 2, showDiff: false });
    expect(diffable(["a"], { a: 1 }).showDiff).to.equal(false);
    expect(diffable("a", "a").showDiff).to.equal(false);
    expect(diffable(undefined, ["a"])).to.deep.equal({ actual: undefined, expected: undefined, showDiff: false });
    expect(diffable(null, {}).showDiff).to.equal(false);
  });

  it("holds nothing that a terminal obeys", () => {
    const { actual } = diffable({ "\u001b": ["a\n\u001b[2J"] }, {});
    expect(actual).to.deep.equal({ "\\u{1b}": ["a\n\\u{1b}[2J"] });
  });

  it("is never so large that a runner hangs or prints nothing (mochajs/mocha#1624)", () => {
    const { input, expected } = JSON.parse(readFileSync(fixture, "utf8")) as Reported;
    const object = Object.fromEntries(Array.from({ length: input.keys }, (_, index) => [`key${String(index)}`, index]));
    const text = "x".repeat(input.characters);
    for (const huge of [object, text]) {
      expect(diffable(huge, huge)).to.deep.equal({ actual: undefined, expected: undefined, ...expected });
    }
  });
});
