import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readRun } from "../../src/evaluation/read-run.js";
import { withoutModels, Workspace } from "./workspace.js";

const goldens = `
- { id: a, scenario: A guest books., opening: Please book a table., mustCommunicate: [table 7] }
- { id: b, scenario: A guest books., opening: Please book a table., mustCommunicate: [table 7] }
`;
/** Fails where its conversation is one of those that are named; counts whom it was asked by. */
const agent = (...against: string[]) => `
const against = ${JSON.stringify(against)};
const seen = new Map();
export default ({ golden, threadId, signal }) => {
  const trials = seen.get(golden.id) ?? [];
  if (!trials.includes(threadId)) trials.push(threadId);
  seen.set(golden.id, trials);
  const which = golden.id + String(trials.indexOf(threadId) + 1);
  globalThis.beforeReply?.(which);
  if (against.includes("down " + which)) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  return against.includes(which) ? "We are full." : "I have booked table 7.";
};`;

interface Summary {
  readonly passed: boolean;
  readonly gate: { readonly verdict: string; readonly notHeld?: number; readonly gate: object };
  readonly rates: {
    readonly rate: { readonly estimate: number };
    readonly infrastructure: { readonly errors: number };
  };
  readonly results: readonly {
    readonly name: string;
    readonly trial: number;
    readonly blame?: { readonly party: string };
  }[];
}

describe("rehearsal simulate --gate", () => {
  withoutModels();
  let workspace: Workspace;
  before(() => {
    workspace = new Workspace({
      "goldens.yaml": goldens,
      "flaky.yaml": goldens.replaceAll("mustC", "flaky: true, mustC"),
      "right.mjs": agent(),
      "once.mjs": agent("a2"),
      "wrong.mjs": agent("a1", "a2", "a3"),
      "down.mjs": agent("down a2"),
    });
  });
  after(() => workspace.remove());
  const simulate = async (module: string, ...argv: string[]) => {
    const ran = await workspace.run("simulate", "goldens.yaml", "-a", module, "--no-record", "--json", ...argv);
    return { ...ran, json: JSON.parse(ran.out.trimEnd().split("\n").at(-1) ?? "") as Summary };
  };

  it("holds all trials with --no-early-stop, and comes to the same", async () => {
    const gate = ["--trials", "4", "-c", "1", "--gate", "passRate=0.8"];
    const early = await simulate("wrong.mjs", ...gate);
    const whole = await simulate("wrong.mjs", ...gate, "--no-early-stop");
    expect(early.json.results.map(({ name }) => name)).not.to.include("b");
    expect(whole.json.results).to.have.length(8);
    expect(whole.json.gate.verdict).to.equal("failed").and.equal(early.json.gate.verdict);
  });

  it("passes where the trials reach it together, whatever failed among them", async () => {
    const without = await simulate("once.mjs", "--trials", "4", "-c", "1");
    expect(without.code).to.equal(1);
    const { code, out, json } = await simulate("once.mjs", "--trials", "4", "-c", "1", "--gate", "passRate=0.8");
    expect(out).to.match(/^gate {4}pass rate >= 0\.8 passed/m);
    expect(json).to.deep.include({ passed: true });
    expect(json.gate.gate).to.deep.equal({ passRate: 0.8 });
    expect(code).to.equal(0);
  });

  it("fails with 1 as soon as it can't be reached any more, and says how many trials it did without", async () => {
    const { code, out, json } = await simulate(
      "wrong.mjs",
      "--trials",
      "4",
      "-c",
      "1",
      "--gate",
      "passHatK=2,atLeast=0.9",
    );
    expect(code).to.equal(1);
    expect(json.results.map(({ name, trial }) => `${name}${String(trial)}`)).to.deep.equal(["a1"]);
    expect(json.gate).to.include({ verdict: "failed", notHeld: 7 });
    expect(out.replace(/\s+/g, " ")).to.include("7 trials were not held: they could no longer change the outcome");
  });

  it("counts the same trials however many are held at once", async () => {
    const counted = async (concurrency: string) => {
      const { json } = await simulate("right.mjs", "--trials", "6", "-c", concurrency, "--gate", "passRate=0.5");
      return { gate: json.gate, rates: json.rates, results: json.results.map(({ name, trial }) => [name, trial]) };
    };
    const one = await counted("1");
    expect(one.gate).to.include({ verdict: "passed", notHeld: 6 });
    expect(await counted("12")).to.deep.equal(one);
  });

  it("leaves out what infrastructure broke off, up to the share that is given", async () => {
    const argv = ["--trials", "4", "-c", "1", "--gate", "passRate=1"];
    const strict = await simulate("down.mjs", ...argv);
    expect(strict.code).to.equal(1);
    expect(strict.json.gate.verdict).to.equal("errored");
    expect(strict.out).to.include("(--max-infrastructure)").and.not.include("maxInfrastructureShare");
    const lax = await simulate("down.mjs", ...argv, "--max-infrastructure", "0.2");
    expect(lax.code).to.equal(0);
    expect(lax.json.rates.infrastructure.errors).to.equal(1);
    expect(lax.json.results.find(({ blame }) => blame !== undefined)?.blame).to.include({ party: "infrastructure" });
  });

  it("is open where the run is broken off, whatever has failed until then, and is told once it went on", async () => {
    const controller = new AbortController();
    const argv = ["goldens.yaml", "-a", "wrong.mjs", "-c", "1", "--trials", "4", "--gate", "passRate=0.2"];
    Object.assign(globalThis, {
      beforeReply: (which: string) => which === "a3" && controller.abort(new Error("interrupted by Ctrl-C")),
    });
    const { out } = await workspace
      .runUntil(controller.signal, "simulate", ...argv, "--record-dir", "open", "--json")
      .finally(() => Object.assign(globalThis, { beforeReply: undefined }));
    const json = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
    expect(json).to.include({ passed: false, complete: false }).and.not.have.property("gate");
    expect(out).to.match(/^INCOMPLETE/m);
    expect(out.match(/^ +replay /gm)).to.have.length(2);
    const resumed = await workspace.run("simulate", "--resume", "--record-dir", "open");
    expect(resumed.out).to.match(/^gate {4}pass rate >= 0\.2 passed/m);
    expect(resumed.code).to.equal(0);
  });

  it("is in the record with the rates", async () => {
    const argv = ["--trials", "2", "--gate", "passRate=0.5", "--record-dir", "kept"];
    await workspace.run("simulate", "goldens.yaml", "-a", "wrong.mjs", "-c", "1", ...argv);
    const [id = ""] = readdirSync(join(workspace.folder, "kept"));
    const run = await readRun(join(workspace.folder, "kept", id, "run.jsonl"));
    expect(run.gate).to.deep.include({ gate: { passRate: 0.5 } });
    expect(run.rates?.goldens.map(({ name }) => name)).to.include("a");
    expect(run.results[0]?.blame?.party).to.equal("agent");
  });

  for (const [argv, message] of [
    [
      ["--gate", "passHatK=3,atLeast=0.8"],
      /needs 3 trials of each golden, and "a" has 1\. Nothing was run; give --trials 3/,
    ],
    [
      ["--gate", "lowerBound=0.9", "--trials", "3"],
      /can't be reached by 6 trials: if all of them succeed, they prove 0\.610\. Nothing was run; hold --trials 18, or lower/,
    ],
    [["--gate", "lowerBound=1", "--trials", "3"], /they prove 0\.610\. Nothing was run; lower the gate/],
    [["--gate", "passHatK=3"], /passHatK without atLeast.*lowerBound=0\.7/],
    [["--gate", "passRate=90"], /passRate 90.*a share above 0/],
    [["--gate", "pasRate=0.9"], /"pasRate".*passRate/],
    [["--gate", "0.9"], /not made of name=value/],
    [["--gate", "passRate=0.9", "--trial", "2"], /--gate counts trials and --trial holds one/],
    [["--max-infrastructure", "5"], /a share from 0 to 1/],
  ] as const) {
    it(`refuses ${argv.join(" ")}, before anything is run`, async () => {
      const { code, out, err } = await workspace.run("simulate", "goldens.yaml", "-a", "right.mjs", ...argv);
      expect(err).to.match(message);
      expect(out).to.equal("");
      expect(code).to.equal(2);
    });
  }

  it("refuses a dataset of which nothing counts", async () => {
    const { err } = await workspace.run("simulate", "flaky.yaml", "-a", "right.mjs", "--gate", "passRate=0.9");
    expect(err).to.include("all goldens that were chosen are flaky");
  });
});
