import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readRun } from "../../src/evaluation/read-run.js";
import type { RunRecord } from "../../src/evaluation/run-record.js";
import { agent, goldens, prices } from "./paying-shop.js";
import { withoutModels, Workspace } from "./workspace.js";

describe("a run that is broken off", () => {
  withoutModels();
  let workspace: Workspace;
  const runs = () => join(workspace.folder, ".rehearsal", "runs");
  const only = (): string => readdirSync(runs())[0] ?? "";
  const asked = (): string[] => {
    const file = join(workspace.folder, "asked.txt");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };
  const simulate = (...argv: string[]) => workspace.run("simulate", ...argv);
  const start = (...argv: string[]) => simulate("goldens.yaml", "-a", "agent.mjs", "-c", "1", ...argv);
  const json = (out: string) => JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
  const lasting = ({ id: _, startedAt: __, durationMs: ___, path: ____, results, ...run }: RunRecord) => ({
    ...run,
    results: results.map(({ testCase, ...result }) => ({
      ...result,
      said: "turns" in testCase ? testCase.turns.map(({ role, content }) => `${role}: ${content}`) : [],
    })),
  });
  const record = (id = only()) => readRun(join(runs(), id, "run.jsonl"));
  /** Interrupts before the reply to this golden. */
  const interrupted = async (id: string, ...argv: string[]) => {
    const controller = new AbortController();
    const between = ({ id: of }: { readonly id: string }) => {
      if (of === id) controller.abort(new Error("interrupted by Ctrl-C"));
    };
    Object.assign(globalThis, { betweenReplies: between });
    try {
      return await workspace.runUntil(
        controller.signal,
        "simulate",
        "goldens.yaml",
        "-a",
        "agent.mjs",
        "-c",
        "1",
        ...argv,
      );
    } finally {
      Object.assign(globalThis, { betweenReplies: undefined });
    }
  };

  beforeEach(() => {
    workspace = new Workspace({ "agent.mjs": agent, "goldens.yaml": goldens(5), "prices.json": prices });
  });
  afterEach(() => workspace.remove());

  it("leaves no journal behind where it was not", async () => {
    const { code, out } = await start();
    expect(code).to.equal(0);
    expect(out).to.not.include("resume");
    expect(readdirSync(join(runs(), only()))).to.deep.equal(["run.jsonl"]);
    expect(workspace.resumable.at(-1)).to.equal(null);
  });

  it("goes on by the command that it prints, asks nobody twice, and comes to the same", async () => {
    await start();
    const whole = lasting(await record());
    workspace.remove();
    workspace = new Workspace({ "agent.mjs": agent, "goldens.yaml": goldens(5), "prices.json": prices });
    const { code, out } = await interrupted("g2", "--seed", "s7");
    expect(code).to.equal(1);
    const command = /^resume {2}npx rehearsal (.*)$/m.exec(out)?.[1] ?? "";
    expect(command).to.equal(`simulate --resume ${only()}`);
    expect(workspace.resumable).to.deep.equal([`npx rehearsal ${command}`]);
    const resumed = await workspace.run(...command.split(" "));
    expect(resumed.err).to.equal("");
    expect(resumed.out)
      .to.include(`run: ${only()} goes on`)
      .and.match(/PASSED +5 cases/);
    expect(resumed.code).to.equal(0);
    // The third had been asked and not heard.
    expect(asked().sort()).to.deep.equal(["g0", "g1", "g2", "g2", "g3", "g4"]);
    expect(lasting(await record())).to.deep.equal({ ...whole, seed: "s7" });
    expect(readdirSync(join(runs(), only()))).to.deep.equal(["run.jsonl"]);
  });

  it("tells those that had not begun as a number, and keeps them in the record", async () => {
    const { out } = await interrupted("g1", "--json");
    expect(out).to.match(/^FAILED +2 cases: 1 passed, 1 errored; interrupted by Ctrl-C/m);
    expect(out).to.not.match(/^! +g2/m);
    expect(json(out)).to.deep.include({
      passed: false,
      complete: false,
      resume: `npx rehearsal simulate --resume ${only()}`,
    });
    const { results, passed } = await record();
    expect(results.map(({ verdict }) => verdict)).to.deep.equal(["passed", "errored", "errored", "errored", "errored"]);
    expect(passed).to.equal(false);
  });

  it("is resumed where it is the newest that is not over", async () => {
    await interrupted("g1");
    const id = only();
    await start();
    const { out } = await simulate("goldens.yaml", "--resume");
    expect(out).to.include(`run: ${id} goes on`);
    const again = await simulate("--resume", id);
    expect(again.err).to.match(/^error: --resume .*: this run is over; its record is in /);
    expect(again.code).to.equal(2);
  });

  describe("goes on with what it was begun with, and nothing else:", () => {
    for (const [what, change, argv, message] of [
      [
        "a golden that has changed",
        goldens(5).replace("A guest", "No guest"),
        [],
        /golden "g0" has changed since it was begun/,
      ],
      ["a new golden", goldens(6), [], /golden "g5" was not there when it was begun/],
      ["a golden that is gone", goldens(4), [], /golden "g4" is gone/],
      ["another order", goldens(5).split("\n").reverse().join("\n"), [], /in another order/],
      ["another seed", goldens(5), ["--seed", "2"], /begun with --seed 0, and 2 is given now/],
      ["other trials", goldens(5), ["--trials", "2"], /begun with no --trials, and 2 is given now/],
      ["a choice of goldens", goldens(5), ["--only", "g1"], /begun with no --only, and g1 is given now/],
      ["another agent", goldens(5), ["--agent", "other.mjs"], /begun with --agent agent\.mjs, and other\.mjs/],
    ] as const) {
      it(what, async () => {
        await interrupted("g1");
        writeFileSync(join(workspace.folder, "goldens.yaml"), change);
        const before = asked();
        const { code, out, err } = await simulate("--resume", ...argv);
        expect(err)
          .to.match(message)
          .and.match(/leave --resume out to run it anew\.\n$/);
        expect(out).to.equal("");
        expect(code).to.equal(2);
        expect(asked()).to.deep.equal(before);
      });
    }

    it("the same said once more is no change", async () => {
      await interrupted("g1", "--seed", "7");
      const { code } = await simulate("goldens.yaml", "--seed", "7", "-a", "agent.mjs", "--resume");
      expect(code).to.equal(0);
    });

    it("a dataset of another name", async () => {
      await interrupted("g1");
      expect((await simulate("other.yaml", "--resume")).err).to.match(/begun with the dataset goldens\.yaml/);
    });
  });

  for (const [what, argv, message] of [
    ["no run is unfinished", ["--resume"], /there is no unfinished run in .*runs\. Say where/],
    ["the run is not there", ["--resume", "goldens.yaml"], /no such run in .*The dataset goes before --resume/],
    ["no dataset is given", ["-a", "agent.mjs"], /simulate needs a dataset/],
    [
      "the prices are no file",
      ["goldens.yaml", "-a", "agent.mjs", "--prices", "none.json"],
      /--prices none\.json can't be read/,
    ],
    ["the prices are no JSON", ["goldens.yaml", "-a", "agent.mjs", "--prices", "agent.mjs"], /it is no JSON/],
    ["the ceiling is none", ["goldens.yaml", "-a", "agent.mjs", "--max-cost", "0"], /an amount above 0/],
  ] as const) {
    it(`exits with 2 where ${what}`, async () => {
      const { code, err, out } = await simulate(...argv);
      expect(err).to.match(message);
      expect(out).to.equal("");
      expect(code).to.equal(2);
      expect(asked()).to.deep.equal([]);
    });
  }

  it("is not taken up where it was refused before any conversation", async () => {
    for (const journal of [[], ["--journal", "kept"]]) {
      const env = { REHEARSAL_MODEL: "m-9", REHEARSAL_API_KEY: "k" };
      const argv = ["simulate", "goldens.yaml", "-a", "agent.mjs", "--max-cost", "1", ...journal];
      const { code, err } = await workspace.runWith({ env }, ...argv);
      expect(err).to.match(/^error: --max-cost/);
      expect(code).to.equal(2);
      expect(readdirSync(runs())).to.deep.equal([]);
    }
    expect((await simulate("--resume")).err).to.include("there is no unfinished run");
  });

  it("goes on with the conversations that a service out of reach broke off, and with no other", async () => {
    const down = ({ id }: { readonly id: string }) => {
      if (id === "g1" || id === "g3")
        throw Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), { code: "ECONNREFUSED" });
    };
    Object.assign(globalThis, { betweenReplies: down });
    try {
      const { code, out } = await start("--json");
      expect(code).to.equal(1);
      expect(out).to.match(/FAILED +5 cases: 3 passed, 2 errored/);
      expect(json(out)).to.deep.include({ complete: true, resume: `npx rehearsal simulate --resume ${only()}` });
      expect((await simulate("--resume")).code).to.equal(1);
    } finally {
      Object.assign(globalThis, { betweenReplies: undefined });
    }
    const { code, out } = await simulate("--resume");
    expect(out).to.match(/PASSED +5 cases/);
    expect(code).to.equal(0);
    expect(asked().sort()).to.deep.equal(["g0", "g1", "g1", "g1", "g2", "g3", "g3", "g3", "g4"]);
    expect(readdirSync(join(runs(), only()))).to.deep.equal(["run.jsonl"]);
  });

  it("keeps its journal where it is told to, and leaves it there", async () => {
    await start("--journal", "kept");
    expect(readdirSync(join(workspace.folder, "kept"))).to.have.lengthOf(5);
    await start("--journal", "kept");
    expect(asked()).to.have.lengthOf(5);
    await start("--no-journal");
    expect(asked()).to.have.lengthOf(10);
  });

  it("can't go on where no record was wanted", async () => {
    const { out } = await interrupted("g1", "--no-record");
    expect(out).to.not.include("resume");
    expect(existsSync(runs())).to.equal(false);
  });

  it("is not lost where its record can't be written at the end", async () => {
    Object.assign(globalThis, {
      betweenReplies: () => mkdirSync(join(runs(), only(), "run.jsonl"), { recursive: true }),
    });
    try {
      const { out } = await start();
      expect(out).to.match(/^warning the run can't be recorded in /m);
      expect(readdirSync(join(runs(), only()))).to.include.members(["begun.json", "journal"]);
    } finally {
      Object.assign(globalThis, { betweenReplies: undefined });
    }
  });
});
