import { expect } from "chai";
import fc from "fast-check";
import { graphemesOf, hang, padEnd, textWidth, truncate, wrap } from "../../src/report/text-width.js";

describe("textWidth", () => {
  for (const [text, width] of [
    ["", 0],
    ["plain", 5],
    ["漢字", 4],
    ["ｆｕｌｌ", 8],
    ["한국", 4],
    ["😀", 2],
    ["👨‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["e\u0301", 1],
    ["\u001b[31mred\u001b[39m", 3],
  ] as const) {
    it(`of ${JSON.stringify(text)} is ${String(width)}`, () => expect(textWidth(text)).to.equal(width));
  }
});

describe("graphemesOf", () => {
  const all = new Intl.Segmenter("en", { granularity: "grapheme" });
  const parts = ["a", " ", "漢", "😀", "👨‍👩‍👧", "🇩🇪", "e\u0301", "\r\n", "\ud800", "\udc00", "\u0301", "क्षि", "각"];

  it("finds in pieces what is found in the whole (property)", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 200, maxLength: 600 }), (given) => {
        const text = given.join("");
        expect(graphemesOf(text)).to.deep.equal(Array.from(all.segment(text), (it) => it.segment));
      }),
      { numRuns: 30 },
    );
  });

  it("takes one apart that has no end", () => {
    const zalgo = `a${"\u0301".repeat(2000)}`;
    expect(graphemesOf(zalgo).join("")).to.equal(zalgo);
  });
});

describe("padEnd", () => {
  it("lines up wide characters with narrow ones", () => {
    expect(textWidth(padEnd("漢字", 10))).to.equal(10);
    expect(padEnd("too long", 3)).to.equal("too long");
  });
});

describe("truncate", () => {
  it("cuts with an ellipsis and never inside a character", () => {
    expect(truncate("abcdef", 4)).to.equal("abc…");
    expect(truncate("a👨‍👩‍👧b", 3)).to.equal("a…");
    expect(truncate("short", 10)).to.equal("short");
  });
});

describe("wrap", () => {
  it("never makes a line wider than asked, and loses nothing but spaces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.integer({ min: 4, max: 30 }), (text, width) => {
        const line = text.replaceAll(/\s+/g, " ");
        const lines = wrap(line, width);
        for (const each of lines) expect(textWidth(each)).to.be.at.most(width);
        expect(lines.join("").replaceAll(" ", "")).to.equal(line.replaceAll(" ", ""));
      }),
    );
  });

  it("leaves a line that fits as it is, its spaces too", () => {
    expect(wrap("a   b", 10)).to.deep.equal(["a   b"]);
  });
});

describe("hang", () => {
  it("continues a long line below the text of the first", () => {
    expect(hang("> user  1  one two three four five six", 34, 11)).to.deep.equal([
      "> user  1  one two three four",
      "             five six",
    ]);
  });
});
