import { expect } from "chai";
import { communicates, MustCommunicateMetric, number } from "../../../src/metrics/index.js";
import { compareArguments } from "../../../src/metrics/trajectory/arguments/compare-arguments.js";
import { LLMTestCase } from "../../../src/test-case/index.js";

describe("what a number counts", () => {
  it("is another thing in another currency or unit, known by sign, code or word, before or behind it", () => {
    for (const text of [
      "59.90 cents",
      "59.90 pesos",
      "59.90 rubles",
      "59.90 kg",
      "59.90kg",
      "59.90xyz",
      "R$ 59.90",
      "R$59.90",
      "kr 59.90",
      "59.90 kr",
      "Rs 59.90",
      "Rs. 59.90",
      "59.90 zł",
      "₽59.90",
      "59.90 won",
      "59.90 points",
      "AED 59.90",
      "59.90 AED",
      "59.90 days",
    ])
      expect(communicates(`It is ${text}.`, "$59.90"), text).to.equal(false);
    for (const text of ["A$59.90", "HK$ 59.90", "C$59.90", "59.90 CAD", "R$59.90"])
      expect(communicates(text, "US$59.90"), text).to.equal(false);
  });

  it("is left out by what is no unit, and then does not count", () => {
    for (const text of [
      "59.90",
      "59.90 back",
      "a 59.90 refund",
      "59.90 to your card",
      "US$59.90",
      "59.90 dollars",
      "59.90 all in",
    ])
      expect(communicates(`It is ${text}.`, "$59.90"), text).to.equal(true);
    for (const text of ["kr 59.90", "R$59.90", "59.90 pesos", "59.90 AED"])
      expect(communicates(text, "59.90"), text).to.equal(true);
    expect(communicates("kr 59.90", "59.90 SEK")).to.equal(true);
    expect(communicates("5 days", "5 days")).to.equal(true);
    expect(communicates("5 km", "5 miles")).to.equal(false);
    expect(communicates("in 5 days", "days")).to.equal(true);
  });

  it("may be said in two parts", () => {
    expect(communicates("59 dollars and 90 cents", "$59.90")).to.equal(true);
    expect(communicates("59 euros and 5 cents", "€59.05")).to.equal(true);
    expect(communicates("59 dollars and 90 days", "$59.90")).to.equal(false);
  });

  it("is no money for $number, which wants text with just that number", () => {
    const matches = (actual: string, expected = number(59.9)) =>
      compareArguments({ actual: { x: actual }, expected: { x: { ...expected } }, rule: "exact", tool: "t" }) === 1;
    expect(["$59.90", "59.90", "59.90 USD"].map((text) => matches(text))).to.deep.equal([true, true, true]);
    expect(["59.90 kg", "59.90kg", "59.90 days"].map((text) => matches(text))).to.deep.equal([false, false, false]);
    expect(matches("€1.628", number(1628))).to.equal(false);
    expect(matches("€1.628", number(1.628))).to.equal(false);
    expect(matches("€1.628,00", number(1628))).to.equal(true);
  });
});

describe("a time of day", () => {
  it("is told by the clock of 12 hours and by that of 24", () => {
    const told: [text: string, fact: string][] = [
      ["at 3 PM", "15:00"],
      ["at 3pm", "3:00 pm"],
      ["at 3 p.m.", "15:00"],
      ["at 15:00", "3 PM"],
      ["at 10:30 pm", "10:30"],
      ["at 12 am", "0:00"],
      ["at 09:30", "9:30"],
    ];
    for (const [text, fact] of told) expect(communicates(text, fact), `${text} ${fact}`).to.equal(true);
    const untold: [text: string, fact: string][] = [
      ["at 3 AM", "15:00"],
      ["at 10:30", "10:30 pm"],
      ["at 10 am", "10 pm"],
      ["at 15:00", "3:00"],
      ["at 3 PM", "3"],
      ["at 13 pm", "13:00"],
    ];
    for (const [text, fact] of untold) expect(communicates(text, fact), `${text} ${fact}`).to.equal(false);
  });
});

describe("MustCommunicateMetric", () => {
  it("reads megabytes of numbers in seconds", () => {
    const start = process.cpuUsage();
    const testCase = new LLMTestCase({ input: "x", actualOutput: "1,".repeat(250_000) });
    const metric = new MustCommunicateMetric({ mustCommunicate: ["$59.90"], mustNotCommunicate: ["4815"] });
    expect(metric.measureNow(testCase).verdict).to.equal("failed");
    expect(process.cpuUsage(start).user / 1000).to.be.below(8000);
  });

  it("can't tell that nothing was given away where nothing was said", () => {
    const metric = new MustCommunicateMetric({ mustNotCommunicate: ["4815"] });
    expect(metric.measureNow(new LLMTestCase({ input: "x", actualOutput: " " }))).to.deep.include({
      verdict: "errored",
      reason: "the assistant never said anything, so that nothing could be given away",
    });
    expect(metric.measureNow(new LLMTestCase({ input: "x", actualOutput: "No." })).verdict).to.equal("passed");
  });
});
