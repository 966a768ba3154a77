import { expect } from "chai";
import fc from "fast-check";
import { sentencesOf, withoutInnerDots } from "../../src/test-case/sentences.js";

describe("the sentences of a text", () => {
  for (const [text, ...sentences] of [
    ["I can book Dr. Smith at 9 a.m. on Mar. 3. Shall I?", "I can book Dr. Smith at 9 a.m. on Mar. 3.", "Shall I?"],
    ["It is at 9 a.m. Shall I book it?", "It is at 9 a.m.", "Shall I book it?"],
    ["Come at 4 p.m. Monday. Is that fine?", "Come at 4 p.m. Monday.", "Is that fine?"],
    ["Order No. 12 is paid. No. It is not.", "Order No. 12 is paid.", "No.", "It is not."],
    ["Send it to 5 Elm St. Springfield?", "Send it to 5 Elm St. Springfield?"],
    ["Send it to 5 Elm St. Shall I go ahead?", "Send it to 5 Elm St.", "Shall I go ahead?"],
    ["J. R. Smith and Mrs. K. Lee, e.g. on Tue. 4. OK?", "J. R. Smith and Mrs. K. Lee, e.g. on Tue. 4.", "OK?"],
    ["The total is 12.50. Pay now?", "The total is 12.50.", "Pay now?"],
    ["It costs 12. Shall I go on?", "It costs 12.", "Shall I go on?"],
    ["it costs 5 dollars. shall i book it?", "it costs 5 dollars.", "shall i book it?"],
    ["Take plan B. Shall I?", "Take plan B.", "Shall I?"],
    [
      "Shipped to the U.S. by v2.1 of www.a.example/b. Done!",
      "Shipped to the U.S. by v2.1 of www.a.example/b.",
      "Done!",
    ],
    ["Am 3. März um 9 Uhr. Passt das?", "Am 3. März um 9 Uhr.", "Passt das?"],
    ["1. name\n2. date", "1. name", "2. date"],
    ['He said "Yes." Then he left.', 'He said "Yes."', "Then he left."],
    ["Approx. 3 days. (See Sec. II.) Fine?", "Approx. 3 days.", "(See Sec.", "II.)", "Fine?"],
    [""],
  ] as const)
    it(`are those of ${JSON.stringify(text)}`, () => {
      expect(sentencesOf(text)).to.deep.equal(sentences);
    });

  it("hold every word of it, in order", () => {
    const word = fc.constantFrom("Dr.", "a.m.", "No.", "St.", "J.", "3.", "Yes.", "ok?", "Lee", "shall", "\n", "!");
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join(" ");
        const plain = (of: string) => of.replace(/\s+/g, "");
        expect(plain(sentencesOf(text).join(" "))).to.equal(plain(text));
        expect(plain(withoutInnerDots(text)).replaceAll(".", "")).to.equal(plain(text).replaceAll(".", ""));
      }),
    );
  });

  it("are told in time of a long text of dots", () => {
    for (const piece of ["Dr. ", "a. ", ". ", "3. ", "no. 1 "]) {
      const began = performance.now();
      sentencesOf(piece.repeat(50_000));
      expect(performance.now() - began).to.be.below(3000);
    }
  });
});
