import { expect } from "chai";
import { Workspace } from "./workspace.js";

describe("rehearsal, the command", () => {
  const workspace = new Workspace({});
  after(() => workspace.remove());

  it("prints its version, and its help with the exit codes", async () => {
    const version = await workspace.run("--version");
    expect(version.out).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(version.code).to.equal(0);
    const help = await workspace.run("--help");
    expect(help.out)
      .to.include("simulate")
      .and.include("doctor")
      .and.match(/Exit codes: 0 .*1 .*2 /s);
    expect(help.code).to.equal(0);
  });

  it("documents every option of simulate", async () => {
    const { out } = await workspace.run("simulate", "--help");
    for (const option of [
      "--agent",
      "--seed",
      "--only",
      "--trials",
      "--max-turns",
      "--concurrency",
      "--turn-timeout",
      "--show",
      "--record-dir",
      "--no-record",
      "--strict",
      "--json",
    ]) {
      expect(out).to.include(option);
    }
    expect(out).to.match(/Exit codes:\s+0 .*1 .*2 /s);
  });

  it("shows what it can do where nothing is asked of it, as a usage error", async () => {
    const { code, out, err } = await workspace.run();
    expect(code).to.equal(2);
    expect(out).to.equal("");
    expect(err).to.include("Usage: rehearsal");
  });

  for (const [what, argv, message] of [
    ["a command", ["simulat"], /unknown command 'simulat'[^]*simulate/],
    ["an option", ["simulate", "g.yaml", "--agnet", "x"], /unknown option '--agnet'[^]*--agent/],
    ["an option of doctor", ["doctor", "--jsn"], /unknown option '--jsn'[^]*--json/],
    ["a choice", ["simulate", "g.yaml", "--agent", "a", "--show", "fail"], /--show.*fail.*all, failing/],
    ["a count", ["simulate", "g.yaml", "--agent", "a", "--trials", "0"], /--trials.*'0'.*whole number from 1/],
    ["a time", ["simulate", "g.yaml", "--agent", "a", "--turn-timeout", "-1"], /--turn-timeout.*seconds/],
    ["what is missing", ["simulate", "g.yaml"], /--agent <module>/],
    ["what is too much", ["simulate", "g.yaml", "h.yaml", "--agent", "a"], /too many arguments/],
  ] as const) {
    it(`names ${what} that it does not understand, and exits with 2`, async () => {
      const { code, out, err } = await workspace.run(...argv);
      expect(err).to.match(message);
      expect(code).to.equal(2);
      expect(out).to.equal("");
    });
  }
});
