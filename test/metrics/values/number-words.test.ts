import { expect } from "chai";
import { tokens } from "../../../src/metrics/values/tokens.js";

const numbers = (text: string) =>
  tokens(text).flatMap((token) =>
    token.kind === "number" ? [[token.value, token.unit ?? token.counted ?? null]] : [],
  );

describe("a number in words", () => {
  const read: readonly (readonly [text: string, value: number, unit: string | null])[] = [
    ["fifty euros", 50, "EUR"],
    ["ten percent", 10, "%"],
    ["Ten per cent", 10, "%"],
    ["three days", 3, "time"],
    ["twenty-five dollars", 25, "$"],
    ["twenty five dollars", 25, "$"],
    ["five hundred", 500, null],
    ["a hundred", 100, null],
    ["two hundred and five euros", 205, "EUR"],
    ["one thousand two hundred and fifty euros", 1250, "EUR"],
    ["a thousand euros", 1000, "EUR"],
    ["three hundred thousand", 300_000, null],
    ["two million, ", 2_000_000, null],
    ["fifty-nine dollars and ninety cents", 59.9, "$"],
    ["fifty dollars and a coupon", 50, "$"],
  ];
  for (const [text, value, unit] of read)
    it(`${JSON.stringify(text)} is ${String(value)}`, () =>
      expect(numbers(`It is ${text} now.`)).to.deep.equal([[value, unit]]));

  for (const text of [
    "one moment",
    "no one",
    "the other two",
    "nine one one",
    "twenty twenty",
    "nineteen ninety-nine",
    "someone",
    "often percent",
    "tenant days",
    "a thing",
    "hundred",
    "five and six",
    "two hundred hundred",
    "thousand million",
  ])
    it(`${JSON.stringify(text)} is none`, () => expect(numbers(text)).to.deep.equal([]));

  it("ends where another begins", () => {
    expect(numbers("fifty euros and sixty euros")).to.deep.equal([
      [50, "EUR"],
      [60, "EUR"],
    ]);
    expect(numbers("one hundred and two hundred")).to.deep.equal([]);
  });
});
