import { expect } from "chai";
import * as metrics from "../../src/metrics/index.js";

/** Every metric whose constructor takes options, with what it needs. */
const made: Readonly<Record<string, (options: object) => unknown>> = {
  BudgetMetric: (options) => new metrics.BudgetMetric(options),
  ConfirmBeforeMetric: (options) => new metrics.ConfirmBeforeMetric(options),
  ExactMatchMetric: (options) => new metrics.ExactMatchMetric(options),
  ForbiddenToolsMetric: (options) => new metrics.ForbiddenToolsMetric(options),
  JsonCorrectnessMetric: (options) => new metrics.JsonCorrectnessMetric({ schema: true, ...options }),
  MustCommunicateMetric: (options) => new metrics.MustCommunicateMetric(options),
  PatternMatchMetric: (options) => new metrics.PatternMatchMetric({ pattern: "a", ...options }),
  StateMetric: (options) => new metrics.StateMetric(options),
  ToolCorrectnessMetric: (options) => new metrics.ToolCorrectnessMetric(options),
};

describe("the options of a metric", () => {
  it("are looked at in every metric that there is", () => {
    const all = Object.keys(metrics).filter((name) => name.endsWith("Metric") && name !== "ScriptMetric");
    expect(Object.keys(made)).to.have.members(all);
  });

  for (const [name, make] of Object.entries(made)) {
    it(`${name} refuses one that it does not have, and names the nearest`, () => {
      expect(() => make({ zigzag: 1 })).to.throw('unknown option "zigzag"; known options: ');
      expect(() => make({ flakey: true })).to.throw('unknown option "flakey" (did you mean "flaky"?)');
      expect(() => make({ flaky: true })).not.to.throw();
    });
  }

  it("are named in what is said", () => {
    expect(() => made.ToolCorrectnessMetric?.({ modes: "exact" })).to.throw(
      'Tool Correctness: unknown option "modes" (did you mean "mode"?)',
    );
    expect(() => made.BudgetMetric?.({ budgets: { maxToolCals: 1 } })).to.throw("maxToolCalls");
  });

  it("must have a pattern to match", () => {
    for (const options of [{}, { pattern: 5 }, { pattern: null }] as unknown as readonly { pattern: string }[])
      expect(() => new metrics.PatternMatchMetric(options)).to.throw(
        "Pattern Match: pattern must be a text or a regular expression; got",
      );
    expect(() => new metrics.PatternMatchMetric(undefined as unknown as { pattern: string })).to.throw(
      "Pattern Match: options must be an object; got undefined",
    );
  });
});
