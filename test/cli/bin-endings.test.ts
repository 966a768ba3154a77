// The real process: how a run ends that could not go on.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { readRun } from "../../src/evaluation/read-run.js";
import { tsxLoader } from "./tsx-loader.js";
import { goldensFile, Workspace } from "./workspace.js";

const bin = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));

/** Books at once, and does this where it is asked for the price, which is never answered. */
const agentThat = (does: string): string =>
  `export default ({ input, signal }) => {
  if (/book/.test(input)) return "Done, I have booked table 7.";
  ${does};
  return new Promise(() => {});
};`;

describe("a run that can't go on", () => {
  const workspace = new Workspace({
    "goldens.yaml": goldensFile,
    "throws.mjs": agentThat("setTimeout(() => { throw new Error('late'); }, 0)"),
    "rejects.mjs": agentThat("void Promise.reject(new Error('late'))"),
    "interrupted.mjs": agentThat("process.kill(process.pid, 'SIGINT')"),
    "terminated.mjs": agentThat("process.kill(process.pid, 'SIGTERM')"),
    "twice.mjs": agentThat(
      "signal.addEventListener('abort', () => process.kill(process.pid, 'SIGTERM')); process.kill(process.pid, 'SIGINT')",
    ),
    "loads.mjs":
      "setTimeout(() => { throw new Error('late'); }, 0); setInterval(() => {}, 9e5); await new Promise(() => {});",
  });
  after(() => workspace.remove());

  const run = (agent: string, ...argv: string[]) =>
    spawnSync(
      process.execPath,
      ["--import", tsxLoader, bin, "simulate", "goldens.yaml", "-a", agent, "-c", "1", "--user", "rules", ...argv],
      { cwd: workspace.folder, encoding: "utf8" },
    );

  for (const [agent, code, says, reason] of [
    ["throws.mjs", 1, /^error: .*an error that nobody caught: late\n +at .*throws\.mjs:3:\d+$/m, /nobody caught: late/],
    ["rejects.mjs", 1, /^error: .*nobody handled: late\n +at .*rejects\.mjs:3:\d+$/m, /nobody handled: late/],
    ["interrupted.mjs", 130, /^SIGINT: what has finished is kept/, /interrupted by Ctrl-C/],
    ["terminated.mjs", 143, /^SIGTERM: what has finished is kept/, /interrupted by SIGTERM/],
  ] as const) {
    it(`keeps and reports what has finished, and exits with ${String(code)}: ${agent}`, async () => {
      const { status, stdout, stderr } = run(agent, "--record-dir", agent.replace(".mjs", ""));
      expect(stderr).to.match(says);
      expect(stdout)
        .to.match(/✓ +books/)
        .and.match(/! +hears-nothing/)
        .and.match(/^FAILED +2 cases: 1 passed, 1 errored; .*(late|interrupted)/m);
      expect(status).to.equal(code);
      const folder = join(workspace.folder, agent.replace(".mjs", ""));
      const [id = ""] = readdirSync(folder);
      const { results } = await readRun(join(folder, id, "run.jsonl"));
      expect(results.map(({ name, verdict }) => [name, verdict])).to.deep.equal([
        ["books", "passed"],
        ["hears-nothing", "errored"],
      ]);
      expect(results[1]?.testCase.error).to.match(reason);
    });
  }

  it("ends at once when it is interrupted again", () => {
    const { status, stdout, stderr } = run("twice.mjs", "--no-record");
    expect(stdout).to.not.include("FAILED");
    expect(stderr).to.match(/before the run was over, by Ctrl-C; \d of 2 conversations had finished/);
    expect(status).to.be.oneOf([130, 143]);
  });

  it("does not wait for an agent that failed while it was loaded", () => {
    const { status, stderr } = run("loads.mjs", "--no-record");
    expect(stderr).to.match(/nobody caught: late\n +at .*loads\.mjs:1:\d+\nerror: --agent loads\.mjs can't be loaded/);
    expect(status).to.equal(1);
  });
});
