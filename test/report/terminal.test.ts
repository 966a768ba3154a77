import { expect } from "chai";
import { renderTerminal } from "../../src/report/terminal.js";
import { caseOf, conversation, metric, runOf } from "./run-of.js";

const failure = metric({
  name: "ConfirmBefore",
  field: "confirmBefore",
  verdict: "failed",
  score: 0,
  reason: "refund_order was called before the user agreed",
  turn: 2,
  call: 2,
  details: ["last consent of the user: none"],
});
const failed = caseOf({ name: "in-a-hurry", verdict: "failed", reason: failure.reason, metrics: [metric(), failure] });
const lineWith = (output: string, text: string): string =>
  output.split("\n").find((line) => line.includes(text)) ?? `(no line with ${text})`;

describe("renderTerminal", () => {
  it("gives each case a line with its verdict, its size and the agent's time", () => {
    const output = renderTerminal(runOf([caseOf(), failed]));
    expect(lineWith(output, "broken-headphones")).to.match(/^✓ .*2 turns, 2 tool calls, 12 ms$/);
    expect(lineWith(output, "in-a-hurry")).to.match(/^✗ .*failed/);
  });

  it("names the field asserted, the reason, and where it went wrong", () => {
    const output = renderTerminal(runOf([failed]));
    expect(lineWith(output, "before the user agreed")).to.match(/✗ confirmBefore .*agreed \(turn 2, call 2\)$/);
    expect(output).to.include("last consent of the user: none");
  });

  it("does not repeat a reason that a metric has given already", () => {
    const output = renderTerminal(runOf([failed]), { conversations: "none" });
    expect(output.split(failure.reason)).to.have.length(2);
  });

  it("does not repeat the place where the reason tells it", () => {
    const told = { ...failure, reason: "refund_order was called in turn 2 before the user agreed" };
    expect(renderTerminal(runOf([caseOf({ ...failed, metrics: [told] })]))).to.not.include("(turn 2");
  });

  it("shows the conversation of a failure with the decisive turn and call marked", () => {
    const output = renderTerminal(runOf([failed]));
    expect(lineWith(output, "I have refunded")).to.match(/^ *> assistant +2 /);
    expect(lineWith(output, "refund_order {")).to.match(/^ *✗ refund_order/);
  });

  it("shows the conversations that were asked for", () => {
    const run = runOf([caseOf()]);
    expect(renderTerminal(run)).to.not.include("I have refunded");
    expect(renderTerminal(run, { conversations: "all" })).to.include("I have refunded");
    expect(renderTerminal(runOf([failed]), { conversations: "none" })).to.not.include("I have refunded");
  });

  it("keeps errors apart from failures, and prints why", () => {
    const errored = caseOf({ name: "broke", verdict: "errored", reason: "broke off: the agent threw", metrics: [] });
    const output = renderTerminal(runOf([errored, failed]));
    expect(lineWith(output, "broke ")).to.match(/^! .*errored/);
    expect(output).to.include("broke off: the agent threw");
    expect(lineWith(output, "2 cases")).to.include("1 failed, 1 errored");
  });

  it("marks flaky failures, counts them, and lets the run pass", () => {
    const output = renderTerminal(runOf([caseOf({ ...failed, flaky: true })]));
    expect(lineWith(output, "in-a-hurry")).to.include("flaky");
    expect(lineWith(output, "1 case:")).to.match(/^PASSED .*1 failed .*1 .*flaky/);
  });

  it("does not let a flaky case off that could not be judged", () => {
    const errored = caseOf({ name: "broke", verdict: "errored", reason: "broke off", metrics: [], flaky: true });
    const output = renderTerminal(runOf([errored]));
    expect(lineWith(output, "broke ")).to.include("flaky, which excuses failures only");
    expect(lineWith(output, "1 case:"))
      .to.match(/^FAILED .*1 errored/)
      .and.not.include("flaky");
  });

  it("cuts what is longer than anyone reads, and says so", () => {
    const long = metric({ verdict: "failed", reason: "r".repeat(5000), details: [`${"d\n".repeat(500)}`] });
    const output = renderTerminal(runOf([caseOf({ verdict: "failed", reason: "other", metrics: [long] })]));
    expect(output).to.include("(5,000 characters)").and.include("… and more lines");
    expect(output.split("\n")).to.have.length.below(150);
  });

  it("leaves out what passed when only failures are wanted, and says how much that was", () => {
    const output = renderTerminal(runOf([caseOf(), failed]), { show: "failing" });
    expect(output).to.not.include("broken-headphones");
    expect(output).to.include("1 other metric passed");
    expect(output).to.include("2 cases: 1 passed, 1 failed");
  });

  it("keeps skipped cases in sight, since a skip is no pass", () => {
    const skipped = caseOf({ name: "nothing-there", verdict: "skipped", reason: "nothing to measure", metrics: [] });
    expect(renderTerminal(runOf([skipped]), { show: "failing" })).to.include("nothing to measure");
  });

  it("notes fields that no metric looks at yet", () => {
    const output = renderTerminal(runOf([caseOf({ notYetAsserted: ["goldenActions", "expectedLabels"] })]));
    expect(output).to.match(/^ +· not asserted: goldenActions, expectedLabels$/m);
  });

  it("says once what is not looked at in many cases", () => {
    const judged = caseOf({ notYetAsserted: ["expectedOutcome"] });
    const output = renderTerminal(runOf([judged, caseOf(), judged]));
    expect(output.split("expectedOutcome")).to.have.length(2);
    expect(output).to.match(/^note +.*expectedOutcome, in 2 of 3 cases$/m);
    const mixed = renderTerminal(runOf([judged, caseOf({ notYetAsserted: ["goldenActions"] })]));
    expect(mixed).to.include("· not asserted: expectedOutcome").and.include("· not asserted: goldenActions");
  });

  it("shows a partial score with the score that passes", () => {
    const partial = metric({ verdict: "failed", score: 0.5, threshold: 0.7, reason: "rather curt" });
    const output = renderTerminal(runOf([caseOf({ verdict: "failed", reason: "rather curt", metrics: [partial] })]));
    expect(output).to.include("rather curt (score 0.50, passes at 0.70)");
  });

  it("prints expected and actual where a failed metric has no lines of its own", () => {
    const values = metric({ verdict: "failed", reason: "differs", expected: { a: 1 }, actual: null });
    const output = renderTerminal(runOf([caseOf({ verdict: "failed", reason: "differs", metrics: [values] })]));
    expect(lineWith(output, "expected")).to.include('{"a":1}');
    expect(lineWith(output, "actual")).to.include("null");
  });

  it("numbers the trials of one golden, and only those", () => {
    const trial = (goldenId: string, number: number) => caseOf({ name: goldenId, goldenId, trial: number });
    const output = renderTerminal(runOf([trial("a", 1), trial("a", 2), trial("b", 1)]));
    expect(output).to.include("a #1").and.include("a #2").and.not.include("b #1");
  });

  it("prints the command that replays a failure, and none for a pass", () => {
    const output = renderTerminal(runOf([caseOf(), failed]), { replay: ({ name }) => `replay-of-${name}` });
    expect(output).to.include("replay-of-in-a-hurry").and.not.include("replay-of-broken-headphones");
  });

  it("ends with totals, time, seed and the place of the record", () => {
    const output = renderTerminal(runOf([caseOf()], { seed: "7f3a", path: ".rehearsal/runs/x/run.jsonl" }));
    expect(lineWith(output, "PASSED")).to.include("1 case: 1 passed").and.include("42 ms");
    expect(output)
      .to.match(/seed +7f3a/)
      .and.match(/record +\.rehearsal\/runs\/x\/run\.jsonl/);
  });

  it("never makes a run of nothing look like a success", () => {
    const output = renderTerminal(runOf([]));
    expect(output).to.include("Nothing was run").and.not.include("PASSED");
  });

  it("never calls a run passed that left something out, and says what", () => {
    const incomplete = "3 rows of a.yaml could not be read";
    expect(lineWith(renderTerminal(runOf([caseOf()]), { incomplete }), "1 case:")).to.match(
      /^INCOMPLETE +1 case: 1 passed; 3 rows of a\.yaml could not be read/,
    );
    expect(lineWith(renderTerminal(runOf([failed]), { incomplete }), "1 case:")).to.match(/^FAILED .*; 3 rows of/);
  });

  it("has escape codes only where colour is asked for", () => {
    const run = runOf([caseOf(), failed]);
    expect(renderTerminal(run)).to.not.include("\u001b");
    expect(renderTerminal(run, { color: true })).to.include("\u001b[");
  });

  it("says the same in colour as without", () => {
    const run = runOf([caseOf(), failed, caseOf({ verdict: "errored", reason: "broke off", metrics: [] })]);
    const stripped = renderTerminal(run, { color: true }).replaceAll(new RegExp("\u001b\\[\\d+m", "g"), "");
    expect(stripped).to.equal(renderTerminal(run));
  });

  it("makes hostile text visible wherever it comes from", () => {
    const evil = "\u001b[2J\u001b]0;owned\u0007\u202eevil\u0000\u009b31m";
    const testCase = {
      ...conversation,
      turns: [{ role: "user" as const, content: evil }],
      error: evil,
    };
    const bad = metric({ name: evil, field: evil, verdict: "failed", reason: evil, details: [evil], turn: 1 });
    const run = runOf(
      [
        caseOf({
          name: evil,
          verdict: "failed",
          reason: `case: ${evil}`,
          metrics: [bad],
          notYetAsserted: [evil],
          testCase,
        }),
      ],
      { seed: evil, path: evil },
    );
    const output = renderTerminal(run, { conversations: "all", replay: () => evil });
    expect(output).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(output).to.include("evil");
  });

  it("keeps lines within the width, wide characters included", () => {
    const long = "漢字 and words 😀 ".repeat(30);
    const wordy = metric({ verdict: "failed", reason: long, turn: 1 });
    const testCase = { turns: [{ role: "user" as const, content: long.slice(0, 100) }] };
    const output = renderTerminal(runOf([caseOf({ verdict: "failed", reason: long, metrics: [wordy], testCase })]), {
      width: 60,
    });
    const columns = (line: string) => line.length + (line.match(/[漢字]/g)?.length ?? 0);
    for (const line of output.split("\n")) expect(columns(line), line).to.be.at.most(60);
  });
});
