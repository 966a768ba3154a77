import { AssertionError } from "node:assert";
import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { assertTest } from "../../src/evaluation/assert-test.js";
import { assertWith, type AssertDependencies } from "../../src/evaluation/assert-with.js";
import { callerFrames } from "../../src/evaluation/caller-frames.js";
import { setCurrentTest } from "../../src/evaluation/current-test.js";
import { dedented, metric, nothingStated, rejection, stated } from "./fakes.js";

type Options = Parameters<typeof assertWith>[0];

function assertIn(options: unknown, dependencies: AssertDependencies = {}): ReturnType<typeof assertWith> {
  return assertWith(options as Options, callerFrames(assertIn), {
    stated,
    ...dependencies,
  });
}

const testCase = {
  turns: [
    { role: "user" as const, content: "Refund me." },
    { role: "assistant" as const, content: "Done." },
  ],
  mustCommunicate: ["$5"],
  goldenId: "refund",
  seed: "7f3a",
};

describe("assertTest of a test case", () => {
  afterEach(() => setCurrentTest(undefined));

  it("resolves to the result where everything that is stated held", async () => {
    const result = await assertIn({ testCase: { ...testCase, mustCommunicate: ["Done"] } });
    expect(result).to.include({ verdict: "passed", name: "refund" });
  });

  it("rejects with an AssertionError that says what, where, and how to repeat it", async () => {
    const error = await rejection(assertIn({ testCase }));
    expect(error).to.be.instanceOf(AssertionError);
    expect(
      dedented(error.message)
        .split("\n")
        .map((line) => line.replace(/assert-test.test.ts:\d+:\d+/, "FILE")),
    ).to.deep.equal([
      "never said: $5  (mustCommunicate)",
      "",
      "  user       1  Refund me.",
      "  assistant  2  Done.",
      "",
      "blame:   agent. mustCommunicate did not hold, and no fault of the simulated user was found.",
      "golden:  refund, seed 7f3a",
      "replay:  REHEARSAL_SEED=7f3a npx mocha test/evaluation/assert-test.test.ts",
      "at test/evaluation/FILE",
    ]);
    expect(error).to.include({ actual: "Refund me.\nDone.", expected: "$5", showDiff: true });
    expect(error).to.have.property("result").with.property("verdict", "failed");
  });

  it("points at the user's call, also after an await", async () => {
    await Promise.resolve();
    const error = await rejection(assertIn({ testCase }));
    const [frame] = (error.stack ?? "").slice(error.message.length + 1).split("\n");
    expect(error.stack?.startsWith(error.message)).to.equal(true);
    expect(frame).to.match(/^ +at .*assert-test\.test\.ts:\d+:\d+/);
  });

  it("replays by the title of the test that runs, where the runner's hooks told it", async () => {
    setCurrentTest({ fullTitle: "money (in euros)", file: `${process.cwd()}/test/other.test.ts` });
    const { message } = await rejection(assertIn({ testCase }));
    expect(message).to.include("npx mocha test/other.test.ts --grep '^money \\(in euros\\)$'");
    expect(message).to.include("golden:  refund, seed 7f3a");
  });

  it("takes metrics besides, and says what else failed", async () => {
    const metrics = [
      metric("tone", { verdict: "failed", reason: "rude" }),
      metric("brief", { verdict: "errored", reason: "no model" }),
    ];
    const { message } = await rejection(assertIn({ testCase, metrics }));
    expect(dedented(message))
      .to.match(/^never said/)
      .and.include("also failed:\n  rude  (tone)");
    expect(dedented(message)).to.include("could not be measured:\n  brief: no model");
  });

  it("says that an error is no failure", async () => {
    const metrics = [metric("brief", { verdict: "errored", reason: "no model" })];
    const error = await rejection(assertIn({ testCase: { ...testCase, mustCommunicate: ["Done"] }, metrics }));
    expect(error).to.be.instanceOf(RehearsalError).and.have.property("code", "not_measured");
    expect(error.message).to.match(
      /^an error, which says nothing about the agent: brief could not be measured: no model/,
    );
  });

  it("throws where nothing was asserted, with what to do", async () => {
    const error = await rejection(
      assertIn({ testCase: { ...testCase, expectations: { must: ["Be kind."] } } }, { stated: nothingStated }),
    );
    expect(error).to.be.instanceOf(RehearsalError).and.have.property("code", "nothing_asserted");
    expect(error.message)
      .to.match(/^nothing was asserted.*expectedTools/)
      .and.include("at test/evaluation/assert-test.test.ts");
  });

  it("throws where the conversation broke off", async () => {
    const broken = { ...testCase, mustCommunicate: ["Done"], error: "the agent threw: boom" };
    const error = await rejection(assertIn({ testCase: broken }));
    expect(error).to.have.property("code", "agent_failed");
    expect(error.message).to.match(/^the conversation broke off: the agent threw: boom\n/);
  });

  it("warns of a flaky case, and resolves", async () => {
    const warnings: string[] = [];
    const result = await assertIn(
      { testCase: { ...testCase, flaky: true } },
      { warn: (message) => warnings.push(message) },
    );
    expect(result).to.include({ verdict: "failed", flaky: true });
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include("never said: $5");
  });

  it("rejects a flaky case that could not be judged", async () => {
    const flaky = { ...testCase, flaky: true };
    const cases: [options: Options, dependencies: AssertDependencies, code: string][] = [
      [{ testCase: flaky }, { stated: nothingStated }, "nothing_asserted"],
      [{ testCase: flaky, metrics: [metric("m", { verdict: "errored" })] }, { stated: nothingStated }, "not_measured"],
      [{ testCase: { ...flaky, mustCommunicate: ["Done"], error: "boom" } }, {}, "agent_failed"],
    ];
    for (const [options, dependencies, code] of cases) {
      expect(await rejection(assertIn(options, dependencies))).to.have.property("code", code);
    }
  });

  it("rejects bad test cases and bad calls, at the user's line", async () => {
    const calls: [options: unknown, message: RegExp][] = [
      [{ testCase: { ...testCase, turns: [{ role: "user" }] } }, /testCase is invalid: turns\[0\]\.content/],
      [{ testCase: [testCase] }, /array.*take one of it/],
      [{ testCase: undefined }, /testCase is undefined/],
      [testCase, /give the test case by name/],
      [undefined, /one object/],
      [{}, /neither/],
      [{ testCase, metric: [] }, /unknown option "metric" \(did you mean "metrics"\?\)/],
      [{ testCase, judge: "off" }, /"judge" is not there yet/],
      [{ testCase, run: () => "" }, /run asks the agent/],
      [{ testCase, golden: { input: "q" } }, /both/],
      [{ golden: { input: "q" } }, /run.*is missing/],
      [{ golden: { scenario: "s" }, run: () => "" }, /simulate it/],
      [{ testCase, metrics: [{}] }, /metrics\[0\] is no metric/],
    ];
    for (const [options, message] of calls) {
      const error = await rejection(assertIn(options));
      expect(error).to.be.instanceOf(RehearsalError).and.have.property("message").that.matches(message);
      expect(error.stack).to.include("assert-test.test.ts:");
    }
  });

  it("starts its stack at the user when called as it is exported", async () => {
    const error = await rejection(assertTest({} as Options));
    expect((error.stack ?? "").slice(error.message.length + 1).split("\n")[0]).to.include("assert-test.test.ts:");
  });
});
