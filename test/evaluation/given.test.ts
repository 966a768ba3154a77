import { expect } from "chai";
import { given } from "../../src/evaluation/given.js";

describe("what was given, in words", () => {
  for (const [value, words] of [
    [undefined, "undefined"],
    [null, "null"],
    [Number.NaN, "NaN"],
    [5n, "5"],
    [Symbol("x"), "Symbol(x)"],
    ["", 'the blank text ""'],
    [" \n", 'the blank text " \\n"'],
    ["1", 'the text "1"'],
    ["a\u001b\u202e", 'the text "a\\u001b\\u{202e}"'],
    [/a\n/, "the regular expression /a\\n/"],
    [[], "an empty array"],
    [[1], "an array"],
    [{}, "an object without keys"],
    [{ a: 1, b: 2 }, "an object with the keys a, b"],
    [Promise.resolve(1), "a Promise (await it first)"],
    [() => 1, "a function"],
    [expect, "the function expect"],
  ] as const) {
    it(words, () => expect(given(value)).to.equal(words));
  }

  it("is short, whatever it is", () => {
    for (const long of ["x".repeat(1e5), { ["k".repeat(1e5)]: 1 }, new RegExp("x".repeat(1e4))]) {
      expect(given(long)).to.have.length.below(150);
    }
  });
});
