import { expect } from "chai";
import { duration } from "../../src/report/amounts.js";
import { caseSize } from "../../src/report/case-size.js";
import { conversation } from "./run-of.js";

describe("amounts in reports", () => {
  it("says durations in the unit a person would use", () => {
    const said = [0.2, 1, 12.4, 999.7, 3400, 59_960, 125_000].map(duration);
    expect(said).to.deep.equal(["<1 ms", "1 ms", "12 ms", "1.0 s", "3.4 s", "1 min 0 s", "2 min 5 s"]);
  });

  it("leaves out of a case's size what is not known", () => {
    expect(caseSize(conversation)).to.equal("2 turns, 2 tool calls, 12 ms");
    expect(caseSize({ turns: [{ role: "assistant", content: "Hi" }] })).to.equal("1 turn");
    expect(caseSize({ input: "Hi", toolsCalled: [], completionTimeMs: 5 })).to.equal("0 tool calls, 5 ms");
    expect(caseSize({ input: "Hi" })).to.equal("");
  });
});
