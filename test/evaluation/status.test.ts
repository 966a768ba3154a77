import { expect } from "chai";
import fc from "fast-check";
import { caseStatus, hasVote, nothingAsserted, runPassed, summarize } from "../../src/evaluation/status.js";
import type { MetricResult, Verdict } from "../../src/test-case/metric.js";

const metric = (verdict: Verdict, more: Partial<MetricResult> = {}): MetricResult => ({
  name: "m",
  verdict,
  score: verdict === "passed" ? 1 : verdict === "failed" ? 0 : null,
  threshold: 1,
  reason: `it ${verdict}`,
  ...more,
});
const scoreOnly = (verdict: Verdict) => metric(verdict, { threshold: null });
const flaky = (verdict: Verdict) => metric(verdict, { flaky: true });

describe("the status of a case", () => {
  const table: [what: string, metrics: MetricResult[], error: string | undefined, verdict: Verdict][] = [
    ["a passed vote", [metric("passed")], undefined, "passed"],
    ["a failed vote", [metric("failed")], undefined, "failed"],
    ["a failed vote beside passed ones", [metric("passed"), metric("failed"), metric("passed")], undefined, "failed"],
    ["a failed vote beside an errored metric", [metric("errored"), metric("failed")], undefined, "failed"],
    ["a failed vote in a conversation that broke off", [metric("failed")], "the agent threw", "failed"],
    ["passed votes in a conversation that broke off", [metric("passed")], "the agent threw", "errored"],
    ["an errored metric beside passed ones", [metric("passed"), metric("errored")], undefined, "errored"],
    ["an errored metric that only scores", [metric("passed"), scoreOnly("errored")], undefined, "errored"],
    ["a skipped metric beside a passed one", [metric("passed"), metric("skipped")], undefined, "passed"],
    ["a flaky failure beside a pass", [metric("passed"), flaky("failed")], undefined, "passed"],
    ["a flaky error beside a pass", [metric("passed"), flaky("errored")], undefined, "passed"],
    ["no metric at all", [], undefined, "errored"],
    ["everything skipped", [metric("skipped"), metric("skipped")], undefined, "errored"],
    ["only scores", [scoreOnly("passed"), scoreOnly("failed")], undefined, "errored"],
    ["only flaky metrics", [flaky("passed"), flaky("failed")], undefined, "errored"],
  ];
  for (const [what, metrics, error, verdict] of table) {
    it(`is ${verdict} with ${what}`, () => {
      expect(caseStatus({ metrics, error }).verdict).to.equal(verdict);
    });
  }

  it("says why: the failure, what broke off, what could not be measured, how many held", () => {
    const reasonOf = (metrics: MetricResult[], error?: string) => caseStatus({ metrics, error }).reason;
    expect(reasonOf([metric("failed", { reason: "refund came\nfirst" }), metric("failed")])).to.equal(
      "refund came first (and 1 more failed)",
    );
    expect(reasonOf([metric("passed")], "no answer")).to.equal("broke off: no answer");
    expect(reasonOf([metric("errored", { name: "tone", reason: "no model" })])).to.equal(
      "tone could not be measured: no model",
    );
    expect(reasonOf([metric("passed"), metric("passed")])).to.equal("2 assertions held");
  });

  it("says what to do where nothing was asserted", () => {
    const status = caseStatus({ metrics: [], notYetAsserted: ["expectations"] });
    expect(status.reason)
      .to.match(/^nothing was asserted/)
      .and.include("expectations")
      .and.include("expectedTools");
    const skipped = caseStatus({ metrics: [metric("skipped", { name: "latency", reason: "no latencies" })] });
    expect(skipped.reason).to.include("latency: skipped, no latencies");
  });

  it("knows an error from nothing asserted", () => {
    expect(nothingAsserted({ metrics: [scoreOnly("passed"), metric("skipped")] })).to.equal(true);
    expect(nothingAsserted({ metrics: [metric("errored")] })).to.equal(false);
    expect(nothingAsserted({ metrics: [], error: "broke off" })).to.equal(false);
    expect(nothingAsserted({ metrics: [metric("failed")] })).to.equal(false);
  });

  const results = fc.array(
    fc.record({
      verdict: fc.constantFrom<Verdict>("passed", "failed", "errored", "skipped"),
      threshold: fc.constantFrom(null, 1),
      flaky: fc.boolean(),
    }),
  );
  const asResults = (given: readonly Partial<MetricResult>[]) => given.map((it) => metric("passed", it));

  it("never passes without a passed vote, and never with a failed one (property)", () => {
    fc.assert(
      fc.property(results, fc.option(fc.constant("broke"), { nil: undefined }), (given, error) => {
        const metrics = asResults(given);
        const { verdict } = caseStatus({ metrics, error });
        const votes = metrics.filter(hasVote);
        if (verdict === "passed") {
          expect(error).to.equal(undefined);
          expect(votes).to.not.be.empty;
        }
        expect(verdict === "failed").to.equal(votes.some((vote) => vote.verdict === "failed"));
        expect(verdict).to.not.equal("skipped");
      }),
    );
  });

  it("heeds neither order, nor skipped or flaky metrics, nor whether the case is flaky (property)", () => {
    fc.assert(
      fc.property(results, fc.boolean(), (given, isFlaky) => {
        const metrics = asResults(given);
        const { verdict } = caseStatus({ metrics });
        expect(caseStatus({ metrics: metrics.toReversed() }).verdict).to.equal(verdict);
        expect(caseStatus({ metrics: [...metrics, metric("skipped"), flaky("failed")] }).verdict).to.equal(verdict);
        expect(caseStatus({ metrics, flaky: isFlaky })).to.include({ verdict, flaky: isFlaky });
      }),
    );
  });
});

describe("the status of a run", () => {
  const of = (verdict: Verdict, isFlaky = false) => ({ verdict, flaky: isFlaky });

  it("counts verdicts, and failures of flaky cases besides", () => {
    const summary = summarize([
      of("passed"),
      of("failed"),
      of("failed", true),
      of("errored", true),
      of("passed", true),
    ]);
    expect(summary).to.deep.equal({ passed: 2, failed: 2, errored: 1, skipped: 0, flakyFailures: 1 });
  });

  it("is green where every case passed or is a flaky one that failed, and never without cases", () => {
    expect(runPassed([of("passed"), of("failed", true)])).to.equal(true);
    expect(runPassed([of("passed"), of("failed")])).to.equal(false);
    expect(runPassed([])).to.equal(false);
  });

  it("lets nothing off that could not be judged, flaky or not", () => {
    for (const verdict of ["errored", "skipped"] as const) {
      for (const isFlaky of [false, true]) expect(runPassed([of("passed"), of(verdict, isFlaky)])).to.equal(false);
    }
  });
});
