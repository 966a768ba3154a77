import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describeGoldens } from "../../../src/runners/mocha/index.js";
import { RehearsalError } from "../../../src/errors.js";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const mocha = path("../../../node_modules/mocha/bin/mocha.js");
  const fixture = path("../fixtures/goldens.fixture.ts");
  const all = [mocha, "--no-config", "--no-color", "-n", "import=tsx", ...args, fixture];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, {
    encoding: "utf8",
    env: { ...process.env, CI: "", ...env },
  });
  const events = [...stderr.matchAll(/^\[(.*)\]$/gm)].map(([, event = ""]) => event);
  return { status, stdout, stderr, events, begun: events.flatMap((event) => /^begin (.*)/.exec(event)?.[1] ?? []) };
}

describe("describeGoldens", function () {
  this.timeout(60_000);

  it("asserts each golden in a test of its own, with the next conversation running ahead", () => {
    const { status, stdout, events } = run([]);
    expect(stdout).to.match(/✔ a\b.*\n.*1\) b\n.*✔ c\b.*\n.*✔ d\b/);
    expect(stdout).to.include("goldens.fixture.ts:");
    expect(status).to.equal(1);
    expect(events.slice(0, 2)).to.deep.equal(["begin a", "begin b"]);
    expect(events.filter((event) => event.startsWith("begin"))).to.have.length(4);
  });

  it("holds a new conversation for a retry", () => {
    const { status, begun } = run(["--retries", "1"]);
    expect(status).to.equal(0);
    expect(begun.filter((id) => id === "b")).to.have.length(2);
    expect(begun).to.have.length(5);
  });

  it("begins none that --grep leaves out", () => {
    expect(run(["--grep", "plain [ac]"]).begun).to.deep.equal(["a", "c"]);
    expect(run(["--grep", "plain [ac]", "--invert"]).begun)
      .to.include.members(["b", "d"])
      .and.have.length(2);
  });

  it("begins nothing in a dry run", () => {
    expect(run(["--dry-run"]).begun).to.deep.equal([]);
  });

  it("ends what runs ahead when the suite ends early", () => {
    const { status, events } = run(["--bail"], { HOLD: "c" });
    expect(status).to.equal(1);
    expect(events).to.include("end c aborted");
  });

  it("works in parallel mode", () => {
    const { status, stdout } = run(["--parallel"]);
    expect(stdout).to.include("3 passing");
    expect(status).to.equal(1);
  });

  it("gives a body the conversation once for all its tests, without what .only and .skip leave out", () => {
    const env = { BODY: "1" };
    expect(run([], env).begun).to.deep.equal(["a", "b", "c", "d"]);
    expect(run([], { ...env, ONLY: "c" }).begun).to.deep.equal(["c"]);
    expect(run([], { ...env, SKIP: "c" }).begun).to.deep.equal(["a", "b", "d"]);
  });

  it("gives a body no conversation that broke off", () => {
    const { stdout } = run(["--grep", "bodied d"], { BODY: "1", BREAK: "1" });
    expect(stdout).to.include("2 failing").and.include("golden d broke off: the agent threw");
  });
});

describe("describeGoldens, written wrong,", () => {
  const golden = { id: "g", scenario: "s" };
  const simulator = { simulate: async () => [] };
  const defining = (goldens: object, options: object, body?: () => void) => () =>
    describeGoldens("x", goldens as object[], options, body);

  it("says so when the file is loaded", () => {
    expect(defining([golden], { simulator, trials: 5 })).to.throw(RehearsalError, '"trials" is not there yet');
    expect(defining([golden], { simulator, gate: {} })).to.throw(RehearsalError, '"gate" is not there yet');
    expect(defining([golden], { simulator, concurrency: 0 })).to.throw(RehearsalError, "concurrency");
    expect(defining([golden], { simulator, seed: 1 })).to.throw(RehearsalError, '"seed" belongs to the simulator');
    expect(defining([golden], { simulator, metrics: [] }, () => undefined)).to.throw(RehearsalError, "without a body");
    expect(defining([golden], {})).to.throw(RehearsalError, "needs agent");
    expect(defining([], { simulator })).to.throw(RehearsalError, "no goldens");
    expect(defining([{ input: "q" }], { simulator })).to.throw(RehearsalError, "single question");
    expect(defining([{ scenario: "s", colour: 1 }], { simulator })).to.throw(RehearsalError, /golden 1.*colour/);
  });
});
