import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describeSettings } from "../../../src/runners/mocha/describe-options.js";
import { describeGoldens } from "../../../src/runners/mocha/index.js";
import { RehearsalError } from "../../../src/errors.js";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const mocha = path("../../../node_modules/mocha/bin/mocha.js");
const fixture = path("../fixtures/gate.fixture.ts");

interface Told {
  readonly title: string;
  readonly err: { readonly message?: string; readonly stack?: string };
}

/** The titles of what passed, was pending and failed, and which trials were held. */
function run(trials: string, options: object = {}, args: readonly string[] = []) {
  const all = [mocha, "--no-config", "-n", "import=tsx", "--reporter", "json", ...args, fixture];
  const env = { ...process.env, CI: "", TRIALS: trials, OPTIONS: JSON.stringify(options) };
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: "utf8", env });
  const { passes, pending, failures } = JSON.parse(stdout.slice(stdout.indexOf("{\n"))) as Record<string, Told[]>;
  const titles = (tests: readonly Told[] = []) => tests.map(({ title }) => title);
  return {
    status,
    passes: titles(passes),
    pending: titles(pending),
    /** What is told of those that are pending. */
    aside: (pending ?? []).map(({ err }) => err.message),
    stderr,
    failures: titles(failures),
    message: failures?.[0]?.err.message ?? "",
    stack: failures?.[0]?.err.stack ?? "",
    held: [...stderr.matchAll(/^\[hold (.*)\]$/gm)].map(([, what]) => what),
  };
}

describe("describeGoldens, given trials,", function () {
  this.timeout(60_000);

  it("has a test for each, whose failure says how to run it again", () => {
    const { passes, failures, message, status } = run("a:pfp b:p");
    expect(passes).to.deep.equal(["a #1", "a #3", "b"]);
    expect(failures).to.deep.equal(["a #2"]);
    expect(message).to.match(/golden: {2}a, trial 2, seed 7\n/);
    expect(message).to.match(/replay: {2}REHEARSAL_SEED=7 npx mocha .*gate\.fixture\.ts --grep '\^suite a #2\$'/);
    expect(status).to.equal(1);
  });

  it("ends its stack where the user's own code does, of a trial and of a gate", () => {
    for (const options of [{}, { gate: { passRate: 0.9 } }]) {
      const frames = run("a:pfp", options)
        .stack.split("\n")
        .filter((line) => /^\s+at .*:\d+\)?$/.test(line));
      expect(frames).to.have.length.above(0);
      for (const frame of frames) expect(frame).to.include("gate.fixture.ts");
    }
  });

  it("runs again one of them alone, and with a gate too it then fails", () => {
    for (const options of [{}, { gate: { passRate: 0.1 } }]) {
      const { failures, held } = run("a:pfp", options, ["--grep", "^suite a #2$"]);
      expect(failures).to.deep.equal(["a #2"]);
      expect(held).to.deep.equal(["a 2"]);
    }
  });

  it("hands on what belongs to a run, with a simulator of its own too", () => {
    const { stderr } = run("a:p", { cassettes: { directory: "c", mode: "replay" }, journal: "j" });
    const asked = JSON.parse(/^\[asked (.*)\]$/m.exec(stderr)?.[1] ?? "{}") as object;
    expect(asked).to.deep.include({ cassettes: { directory: "c", mode: "replay" }, journal: "j" });
    const agent = () => "yes";
    expect(() => describeSettings({ agent, cassettes: "c", journal: "j" }, false)).not.to.throw();
  });

  it("holds as many as the option says", () => {
    expect(run("a:pfp b:p", { trials: 2 }).held).to.deep.equal(["a 1", "a 2", "b 1", "b 2"]);
  });
});

describe("describeGoldens, given a gate,", function () {
  this.timeout(60_000);

  it("passes though trials failed, and shows those as pending: with titles as ever, and their reasons beside them", () => {
    const { passes, pending, aside, stderr, status } = run("a:pfp b:pup", { gate: { passRate: 0.65 } });
    expect(passes).to.deep.equal(["a #1", "a #3", "b #1", "b #3", "gate: pass rate >= 0.65"]);
    expect(pending).to.deep.equal(["a #2", "b #2"]);
    expect(aside).to.deep.equal([
      'failed by the agent, the assistant never said "yes"',
      'failed by the simulated user, the assistant never said "yes"',
    ]);
    expect(stderr).to.match(
      /TrialWarning: suite gate: pass rate >= 0.65, which passed.*\n {2}a #2: failed by the agent, the.*\n {2}b #2: failed by/,
    );
    expect(status).to.equal(0);
  });

  it("fails in its own test, with figures, who failed by whose fault, and the command that replays the first", () => {
    const { failures, message, stack, status } = run("a:ppp b:puf", { gate: { passHatK: 3, atLeast: 0.8 } });
    expect(failures).to.deep.equal(["gate: pass^3 >= 0.8"]);
    expect(message)
      .to.include("gate pass^3 >= 0.8: pass^3 is at most 0.50, however")
      .and.include("4 of 5 trials passed");
    expect(message).to.match(/b {2}1 of 2 passed, 95 %: 0\.094 to 0\.905\n/);
    expect(message).to.include("#2  simulated user: In turn 1 the simulated user invented a fact: order B-7. ");
    expect(message).to.include("1 trial was not held: it could no longer change the outcome");
    expect(message).to.match(/replay: {2}REHEARSAL_SEED=7 npx mocha .* --grep '\^suite b #2\$'/);
    expect(stack).to.include("gate.fixture.ts:");
    expect(status).to.equal(1);
  });

  it("holds nothing more once it is decided, and says so", () => {
    const passed = run("a:ppppp", { gate: { passRate: 0.6 } });
    expect(passed.held).to.deep.equal(["a 1", "a 2", "a 3"]);
    expect(passed.pending).to.deep.equal(["a #4", "a #5"]);
    expect(passed.aside).to.deep.equal(Array(2).fill("not held, the gate is decided"));
    expect(passed.stderr).to.match(/TrialWarning: .*\n {2}2 trials were not held/);
    expect(passed.status).to.equal(0);
    const failed = run("a:fpp b:ppp", { gate: { passRate: 0.9 } });
    expect(failed.held).to.deep.equal(["a 1"]);
    expect(failed.failures).to.deep.equal(["gate: pass rate >= 0.9"]);
  });

  it("holds all of them where earlyStop is false, and comes to the same", () => {
    const passed = run("a:ppfpp", { gate: { passRate: 0.6 }, earlyStop: false });
    expect(passed.held).to.have.length(5);
    expect(passed.status).to.equal(0);
    const failed = run("a:fpp b:ppp", { gate: { passRate: 0.9 }, earlyStop: false });
    expect(failed.held).to.deep.equal(["a 1", "a 2", "a 3", "b 1", "b 2", "b 3"]);
    expect(failed.failures).to.deep.equal(["gate: pass rate >= 0.9"]);
  });

  it("lets nothing pass that could not be judged", () => {
    const { failures, passes, status } = run("a:pep", { gate: { passRate: 0.5 } });
    expect(failures).to.deep.equal(["a #2"]);
    expect(passes).to.include("gate: pass rate >= 0.5");
    expect(status).to.equal(1);
  });

  it("leaves out what infrastructure broke off, up to its share", () => {
    const options = { gate: { passRate: 1 }, maxInfrastructureShare: 0.5 };
    const { pending, aside, status } = run("a:pip", options);
    expect(pending).to.deep.equal(["a #2"]);
    expect(aside[0]).to.match(/^\w+ by infrastructure, /);
    expect(status).to.equal(0);
    const invalid = run("a:pip", { gate: { passRate: 1 } });
    expect(invalid.failures).to.deep.equal(["gate: pass rate >= 1"]);
    expect(invalid.message).to.include("the run is invalid: infrastructure broke off 1 of 3 conversations (33.3 %)");
  });

  it("is errored where trials are too few to tell", () => {
    const { failures, message } = run("a:pip", { gate: { passHatK: 3, atLeast: 0.1 }, maxInfrastructureShare: 1 });
    expect(failures).to.deep.equal(["gate: pass^3 >= 0.1"]);
    expect(message)
      .to.include("an error, which says nothing about the agent: ")
      .and.include("golden a has 2, without 1");
    const alone = run("a:ppp", { gate: { passRate: 0.5 } }, ["--grep", "gate:"]);
    expect(alone.message).to.include("no trial was held");
  });

  it("leaves flaky goldens to themselves", () => {
    const { passes, status } = run("a:pp flaky:ff", { gate: { passRate: 1 } });
    expect(passes).to.include("flaky #1").and.include("gate: pass rate >= 1");
    expect(status).to.equal(0);
  });

  it("counts the last attempt of a trial that is retried", () => {
    const { failures } = run("a:pep", { gate: { passRate: 0.5 } }, ["--retries", "1"]);
    expect(failures).to.deep.equal(["a #2"]);
  });

  it("works in parallel mode", () => {
    expect(run("a:pfp", { gate: { passRate: 0.6 } }, ["--parallel"]).status).to.equal(0);
  });
});

describe("describeGoldens, given a gate that is wrong,", () => {
  const golden = { id: "g", scenario: "s" };
  const simulator = { simulate: async () => [] };
  const defining =
    (options: object, body?: () => void, goldens: readonly object[] = [golden]) =>
    () =>
      describeGoldens("x", goldens, { simulator, ...options }, body);

  it("says so when the file is loaded", () => {
    const gate = { passHatK: 3, atLeast: 0.8 };
    expect(defining({ gate })).to.throw(
      RehearsalError,
      "takes 3 trials of each golden, and g has 1 trial: give { trials: 3 }",
    );
    expect(defining({ gate: { passRate: 1 } }, undefined, [{ ...golden, flaky: true }])).to.throw(
      RehearsalError,
      "all goldens are flaky",
    );
    expect(defining({ gate: {} })).to.throw(RehearsalError, "describeGoldens: gate states nothing");
    expect(defining({ gate, trials: 3 }, () => undefined)).to.throw(
      RehearsalError,
      "gate is for describeGoldens without a body",
    );
    expect(defining({ earlyStop: false })).to.throw(RehearsalError, "earlyStop says when a gate ends");
    expect(defining({ trials: 0 })).to.throw(RehearsalError, "trials must be a whole number from 1; it is 0");
    expect(defining({ trials: 2 }, () => undefined)).to.throw(
      RehearsalError,
      "golden g has 2 trials, and a body gets one",
    );
    expect(defining({ gate: { lowerBound: 0.8 }, trials: 3 })).to.throw(
      RehearsalError,
      "the gate lower bound of the pass rate >= 0.8 can't be reached by 3 trials: if all of them succeed, they prove 0.439; give { trials: 16 }, or lower the gate",
    );
    expect(defining({ maxInfrastructureShare: -1 })).to.throw(RehearsalError, "maxInfrastructureShare");
  });
});
