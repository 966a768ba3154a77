import { expect } from "chai";
import fc from "fast-check";
import { counted } from "../../src/test-case/counted.js";
import { cut } from "../../src/test-case/cut.js";

describe("words for messages", () => {
  it("count nouns", () => {
    expect([0, 1, 2].map((number) => counted(number, "turn"))).to.deep.equal(["0 turns", "1 turn", "2 turns"]);
  });

  it("leave a short text alone, and say that a long one is cut", () => {
    expect([cut("abc", 3), cut("abcd", 3)]).to.deep.equal(["abc", "ab…"]);
  });

  it("are never longer than asked, and hold no half of a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, most) => {
        const kept = cut(text, most);
        expect(kept.length).to.be.at.most(Math.max(most, 1));
        expect(/\p{Cs}/u.test(kept)).to.equal(false);
        expect(text.startsWith(kept.replace(/…$/, ""))).to.equal(true);
      }),
    );
  });
});
