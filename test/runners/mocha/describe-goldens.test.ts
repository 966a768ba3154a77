import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describeGoldens } from "../../../src/runners/mocha/index.js";
import { RehearsalError } from "../../../src/errors.js";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, name: "goldens" | "nothing" = "goldens") {
  const mocha = path("../../../node_modules/mocha/bin/mocha.js");
  const fixture = path(`../fixtures/${name}.fixture.ts`);
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

  it("tells of the conversation and its replay where an assertion of a body's own fails", () => {
    const { stdout } = run(["--grep", "bodied b says"], { BODY: "1" });
    expect(stdout)
      .to.match(/Error: it does not\n\n +assistant +1 +no\n/)
      .and.match(/replay: {2}npx mocha \S+goldens\.fixture\.ts --grep '\^bodied b says its answer\$'/);
  });

  it("gives a body no conversation that broke off", () => {
    const { stdout } = run(["--grep", "bodied d"], { BODY: "1", BREAK: "1" });
    expect(stdout).to.include("2 failing").and.include("golden d broke off: the agent threw");
  });
});

describe("describeGoldens, where nothing is asserted,", function () {
  this.timeout(60_000);
  const hooks = ["--require", path("../../../src/runners/mocha/index.ts")];
  // By the name of the fixture's suite.
  const cases: Readonly<Record<string, [title: string, message: RegExp]>> = {
    none: ["the simulator returns no conversation", /returned an empty array for golden g, where a conversation/],
    undefined: ["the simulator returns nothing", /returned undefined for golden g/],
    few: ["there are fewer conversations than trials", /returned 1 of golden g, and trial 2 is not among them/],
    holes: ["the list has holes", /conversation 1 that the simulator returned for golden g is undefined/],
    other: ["a conversation is of another golden", /golden g is of golden other/],
    unstated: ["a conversation does not state what the golden does", /secret/],
    forgiving: ["only the conversation is flaky", /secret/],
    flaky: ["a flaky golden states nothing", /nothing was asserted/],
    broken: ["the conversation of a flaky golden broke off", /the agent threw/],
    unasked: ["no test of the body asks for the conversation", /no test asked for the conversation/],
    unawaited: ["a test of the body does not await the conversation", /write `await conversation\(\)`/],
  };
  interface Failure {
    readonly fullTitle: string;
    readonly err: { readonly message: string; readonly stack: string };
  }
  let failures: readonly Failure[] = [];
  before(() => {
    const { stdout } = run([...hooks, "--reporter", "json"], { CASES: Object.keys(cases).join(" ") }, "nothing");
    ({ failures } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as { failures: readonly Failure[] });
  });

  for (const [name, [title, message]] of Object.entries(cases)) {
    it(`passes nothing where ${title}`, () => {
      const own = failures.filter(({ fullTitle }) => fullTitle.startsWith(`${name} `));
      expect(own).to.have.length(1);
      expect(own[0]?.err.message).to.match(message);
      expect(own[0]?.err.stack).to.include("nothing.fixture.ts:");
    });
  }

  for (const [name, message] of [
    ["empty-body", "its body defines no test"],
    ["async-body", "the body must define its tests at once"],
  ] as const) {
    it(`does not load a file with an ${name.replace("-", " ")}`, () => {
      const { status, stdout, stderr } = run(hooks, { CASES: name }, "nothing");
      expect(stdout + stderr).to.include(message);
      expect(status).to.be.above(0);
    });
  }
});

describe("describeGoldens, given hostile text,", function () {
  this.timeout(60_000);
  it("prints it and does not obey it, in titles and in failures", () => {
    const { stdout, stderr } = run(
      ["--require", path("../../../src/runners/mocha/index.ts")],
      { CASES: "hostile" },
      "nothing",
    );
    expect(stdout).to.include("title\\u{1b}").and.include("id\\u{1b}").and.include("said\\u{1b}");
    expect(stdout + stderr).to.not.match(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});

describe("describeGoldens, written wrong,", () => {
  const golden = { id: "g", scenario: "s" };
  const simulator = { simulate: async () => [] };
  const defining = (goldens: unknown, options: unknown, body?: unknown) => () =>
    describeGoldens("x", goldens as object[], options as { simulator: typeof simulator }, body as () => void);

  it("says so when the file is loaded", () => {
    expect(defining([golden], { simulator, concurrency: 0 })).to.throw(RehearsalError, "concurrency");
    expect(defining([golden], { simulator, seed: 1 })).to.throw(RehearsalError, '"seed" belongs to the simulator');
    expect(defining([golden], { simulator, metrics: [] }, () => undefined)).to.throw(RehearsalError, "without a body");
    expect(defining([golden], {})).to.throw(RehearsalError, "needs agent");
    expect(defining([], { simulator })).to.throw(RehearsalError, "no goldens");
    expect(defining(undefined, { simulator })).to.throw(RehearsalError, "list of goldens; it is undefined");
    expect(defining([null], { simulator })).to.throw(RehearsalError, "golden 1");
    expect(defining([golden, golden], { simulator })).to.throw(RehearsalError, "golden 2 has the id g of golden 1");
    expect(defining([golden], undefined)).to.throw(RehearsalError, "must hold the agent");
    expect(defining([golden], { simulator: 5 })).to.throw(RehearsalError, "simulator must be one");
    expect(defining([golden], { simulator, metrics: [3] })).to.throw(RehearsalError, "metrics[0] is no metric");
    expect(defining([golden], { simulator }, "body")).to.throw(RehearsalError, "the body must be a function");
    expect(defining([{ ...golden, trials: 2 }], { simulator }, () => undefined)).to.throw(RehearsalError, "trials");
    expect(() => describeGoldens(5 as never, [golden], { simulator })).to.throw(RehearsalError, "must be a title");
    expect(defining([{ input: "q" }], { simulator })).to.throw(RehearsalError, "single question");
    expect(defining([{ scenario: "s", colour: 1 }], { simulator })).to.throw(RehearsalError, /golden 1.*colour/);
  });
});
