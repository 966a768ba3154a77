import { expect } from "chai";
import { gateOutcome } from "../../src/evaluation/gate-outcome.js";
import type { Gate } from "../../src/evaluation/gate.js";
import { ratesOf } from "../../src/evaluation/rates.js";
import { runPassed } from "../../src/evaluation/status.js";
import { renderTerminal } from "../../src/report/terminal.js";
import { trialsOf } from "../evaluation/trials.js";
import { runOf } from "./run-of.js";

function report(text: string, gate?: Gate, width = 100): string {
  const results = trialsOf(text);
  const options = { seed: "7", maxInfrastructureShare: 0.25 };
  const outcome = gate && gateOutcome(gate, results, options);
  const more = { rates: ratesOf(results, options), passed: runPassed(results, outcome) };
  return renderTerminal(runOf(results, { ...more, ...(outcome && { gate: outcome }) }), { width, show: "failing" });
}
const table = (text: string, width?: number) => {
  const lines = report(text, undefined, width).split("\n");
  const from = lines.findIndex((line) => line.startsWith("trials"));
  return from === -1 ? [] : lines.slice(from, lines.indexOf("", from));
};

describe("the report of trials", () => {
  it("has a table of how often each golden succeeded, and of the means", () => {
    expect(table("refund:ppfp parcel:pppp")).to.deep.equal([
      "trials             passed  95 %           pass^1  pass^2  pass^3  pass^4  pass@4",
      "refund             3 of 4  0.30 to 0.954  0.75    0.50    0.25    0.00    1.00",
      "parcel             4 of 4  0.51 to 1.00   1.00    1.00    1.00    1.00    1.00",
      "mean over goldens  7 of 8  0.529 to 1.00  0.875   0.75    0.625   0.50    1.00",
    ]);
  });

  it("keeps flaky goldens apart, which count for no gate either", () => {
    expect(table("refund:ppfp moody:yyyy parcel:pppf stable:ffff")).to.deep.equal([
      "trials              passed   95 %           pass^1  pass^2  pass^3  pass^4  pass@4",
      "refund              3 of 4   0.30 to 0.954  0.75    0.50    0.25    0.00    1.00",
      "moody (flaky)       0 of 4   0.00 to 0.489  0.00    0.00    0.00    0.00    0.00",
      "parcel              3 of 4   0.30 to 0.954  0.75    0.50    0.25    0.00    1.00",
      "stable              0 of 4   0.00 to 0.489  0.00    0.00    0.00    0.00    0.00",
      "mean but for flaky  6 of 12  0.00 to 0.75   0.50    0.333   0.166   0.00    0.666",
    ]);
    expect(table("moody:yyyy").join("\n")).to.include("moody (flaky)");
  });

  it("has none where nothing was tried twice", () => {
    expect(table("refund:p parcel:f")).to.deep.equal([]);
  });

  it("says what was left out and what is not known", () => {
    expect(table("refund:ppii parcel:ij")).to.deep.equal([
      "trials             passed  95 %           pass^1  pass@1  left out",
      "refund             2 of 2  0.342 to 1.00  1.00    1.00    2 infrastructure",
      "parcel             0 of 0  ?              ?       ?       1 infrastructure, 1 not judged",
      "mean over goldens  2 of 2  ?              ?       ?",
    ]);
  });

  it("fits in a narrow terminal", () => {
    for (const line of table(`${"long-name-".repeat(10)}:ppp b:fff`, 60)) expect(line.length).to.be.at.most(60);
  });

  it("says whose faults they were, the agent's too", () => {
    expect(report("a:ff b:p"))
      .to.match(/^blame {3}2 agent$/m)
      .and.match(/^ {4}blame: agent\. /m);
    expect(report("b:p")).to.not.include("blame");
    const text = report("a:fji b:pppp");
    expect(text).to.match(/^blame {3}1 agent, 1 judge, 1 infrastructure$/m);
    expect(text).to.include("    blame: judge. It did not answer.");
    expect(text).to.match(/^note {4}infrastructure broke off 1 conversation \(14\.3 %\), left out of all rates$/m);
    expect(report("a:pii").replace(/\n +/g, " ")).to.include("25 % (maxInfrastructureShare): the run is invalid");
  });

  it("says what came of the gate", () => {
    const passed = report("a:ppf b:ppp", { passRate: 0.8 });
    expect(passed).to.match(/^PASSED {2}6 cases: 5 passed, 1 failed/m);
    expect(passed).to.match(
      /^gate {4}pass rate >= 0\.8 passed: pass rate 0\.833 \(95 %: .*\) over 2 goldens; 5 of 6 trials/m,
    );
    const failed = report("a:ppf b:ppp", { passHatK: 3, atLeast: 0.8 });
    expect(failed)
      .to.match(/^FAILED/m)
      .and.match(/^gate {4}pass\^3 >= 0\.8 failed: pass\^3 0\.50 /m);
    const unjudged = report("a:ppj b:ppp", { passRate: 0.8 });
    expect(unjudged)
      .to.match(/^FAILED/m)
      .and.include("but 1 case could not be judged, which no gate excuses");
  });
});
