import { expect } from "chai";
import { testPattern } from "../../src/test-case/test-pattern.js";

/** Patterns that take forever on the text beside them, each for a reason of its own. */
const endless: Record<string, readonly [pattern: string, text: string]> = {
  "nested repetition": ["^(a+)+$", `${"a".repeat(50)}!`],
  "bounded repetitions side by side": ["a{0,300}a{0,300}a{0,300}b", "a".repeat(5000)],
  "many things that may be left out": [`^${"a?".repeat(60)}a{30}[bc]$`, `${"a".repeat(60)}!`],
  "open repetitions side by side": ["a*a*a*b", "a".repeat(20_000)],
  "lazy repetitions side by side": ["a*?a*?a*?b", "a".repeat(20_000)],
  "a single repetition, found from everywhere": ["a*b", "a".repeat(100_000)],
  "alternatives that are the same": [`^${"(a|a)".repeat(40)}$`, `${"a".repeat(40)}!`],
  "a repetition of what was found": ["^(a*)*\\1$", `${"a".repeat(50)}!`],
  "a class that holds brackets": ["^([(\\])a]+)+$", `${"(a".repeat(30)}!`],
};

describe("a pattern that is tried on a text", () => {
  for (const [name, [pattern, text]] of Object.entries(endless)) {
    it(`is given up in time: ${name}`, () => {
      const began = performance.now();
      expect(() => testPattern(new RegExp(pattern), text)).to.throw("ran for more than a second");
      expect(performance.now() - began).to.be.below(4000);
    });
  }

  it("finds what a regular expression finds, stopped or not, and has no memory", () => {
    for (const source of [
      "ab",
      "^a*b",
      "(a|b)+c",
      "a{2}",
      "(?<first>a)\\k<first>",
      "x{0,3}?y",
      "[)*+]{1,}",
      "(?=b)b",
    ]) {
      for (const text of ["", "ab", "aab", "abab c", "abc", "xxxy", ")", "b".repeat(3000)]) {
        const pattern = new RegExp(source, "g");
        expect(testPattern(pattern, text), `/${source}/ on ${text}`).to.equal(new RegExp(source).test(text));
        expect(testPattern(pattern, text), `/${source}/ on ${text}, again`).to.equal(new RegExp(source).test(text));
      }
    }
  });

  it("costs little where it can't take long", () => {
    const began = performance.now();
    for (let n = 0; n < 20_000; n++) testPattern(/refund(?:ed)? of \$\d{2}/i, "A refund of $59.90 is on its way.");
    expect(performance.now() - began).to.be.below(1000);
  });
});
