import { expect } from "chai";
import fc from "fast-check";
import { hang, padEnd, textWidth, truncate, wrap } from "../../src/report/text-width.js";

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
