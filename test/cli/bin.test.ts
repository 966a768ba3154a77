// The real process: what only shows there.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { tsxLoader } from "./tsx-loader.js";
import { agentModule, goldensFile, modelVariables, Workspace } from "./workspace.js";

const bin = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));

describe("rehearsal, the process", () => {
  const workspace = new Workspace({
    "agent.ts": agentModule.replace("async ({ input })", "async ({ input }: { input: string }): Promise<string>"),
    "goldens.yaml": goldensFile,
    "exits.mjs": "export default () => process.exit(0);",
    "never.mjs": "await new Promise(() => {});",
  });
  before(() => workspace.install("openai", "8.0.0"));
  after(() => workspace.remove());
  const run = (...argv: string[]) => {
    const env = Object.fromEntries(
      Object.entries({ ...process.env, FORCE_COLOR: undefined }).filter(
        ([name]) => !modelVariables.some((it) => it === name),
      ),
    );
    return spawnSync(process.execPath, ["--import", tsxLoader, bin, ...argv], {
      cwd: workspace.folder,
      env,
      encoding: "utf8",
    });
  };

  it("runs a TypeScript agent, prints without colour into a pipe, and exits with 1 for a failure", () => {
    const { status, stdout, stderr } = run("simulate", "goldens.yaml", "--agent", "./agent.ts", "--json");
    expect(stderr).to.equal("");
    expect(status).to.equal(1);
    expect(stdout).to.not.include("\u001b");
    expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).to.have.property("passed", false);
  });

  for (const [agent, message] of [
    ["exits.mjs", /ended \(exit code 0\) .*process\.exit, called at .*exits\.mjs:1:\d+; 0 of 2 conversations had/],
    ["never.mjs", /before the run was over, by a promise that never settles.*no conversation had begun/],
  ] as const) {
    it(`does not pass where the process ends before the run is over: ${agent}`, () => {
      const { status, stderr } = run("simulate", "goldens.yaml", "--agent", agent, "--no-record");
      expect(stderr).to.match(message);
      expect(status).to.equal(1);
    });
  }

  it("exits with 2 for a usage error, on stderr only", () => {
    const { status, stdout, stderr } = run("simulate", "goldens.yaml");
    expect(status).to.equal(2);
    expect(stdout).to.equal("");
    expect(stderr).to.include("--agent");
  });

  it("examines the place where it is run", () => {
    const { status, stdout } = run("doctor", "--json");
    const report = JSON.parse(stdout) as { healthy: boolean; checks: { name: string; found: string }[] };
    const found = Object.fromEntries(report.checks.map(({ name, found: it }) => [name, it]));
    expect(found["Node"]).to.equal(process.versions.node);
    expect(found["openai"]).to.match(/^8\.0\.0, and Rehearsal works with >=4 <8/);
    expect(found["records"]).to.include(workspace.folder);
    expect(report.healthy).to.equal(false);
    expect(status).to.equal(1);
  });
});
