import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { withoutModels, Workspace } from "./workspace.js";

const goldens = `
- { id: a, scenario: A guest books., opening: Please book a table., mustCommunicate: [table 7] }
- { id: b, scenario: A guest books., opening: Please book a table., mustCommunicate: [table 7] }
`;
/** By its thread, and so by seed, golden and trial, it fails or not, and says so. */
const agent = `
export default ({ threadId }) =>
  [...threadId].reduce((sum, it) => sum + it.charCodeAt(0), 0) % 2 === 0 ? "We are full, " + threadId : "I have booked table 7.";
`;
const recording = (file: string) => `
import { withCassette } from ${JSON.stringify(pathToFileURL(join(process.cwd(), "src/models/index.ts")).href)};
const ask = withCassette(async (question) => (process.env.REHEARSAL_TEST_DOWN ? "down" : ${JSON.stringify(file)}), { name: "desk" });
export default async ({ input }) => String(await ask(input));
`;

describe("the command that replays a failure", () => {
  withoutModels();
  let workspace: Workspace;
  before(() => {
    workspace = new Workspace({
      "my goldens.yaml": goldens,
      "agent.mjs": agent,
      "desk.mjs": recording("We are full."),
    });
  });
  after(() => {
    workspace.remove();
    delete process.env["REHEARSAL_TEST_DOWN"];
  });
  /** As a POSIX shell splits it. */
  const wordsOf = (command: string) =>
    [...command.matchAll(/(?:'((?:[^']|'\\'')*)'|([^\s']+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const commandsIn = (out: string) => [...out.matchAll(/^ +replay {2}(.*)$/gm)].map(([, command = ""]) => command);
  const run = (command: string, ...argv: string[]) => workspace.run(...wordsOf(command).slice(2), ...argv);
  const saidIn = (out: string) => /We are full, \S+/.exec(out)?.[0];

  it("holds the one trial that failed, with the seed and the flags that matter", async () => {
    const flags = ["--seed", "s 1", "--user", "rules", "--max-turns", "1", "--turn-timeout", "20", "--trials", "6"];
    const { out } = await workspace.run("simulate", "my goldens.yaml", "-a", "agent.mjs", "--no-record", ...flags);
    const commands = commandsIn(out);
    expect(commands).to.have.length.within(2, 11);
    const blocks = out.split(/^(?=[✓✗] )/m).filter((block) => block.startsWith("✗"));
    for (const [at, command] of commands.entries()) {
      const again = await run(command, "--no-record");
      expect(again.code).to.equal(1);
      expect(again.out).to.match(/^FAILED {2}1 case: 1 failed/m);
      expect(saidIn(again.out), command).to.equal(saidIn(blocks[at] ?? ""));
      expect(again.out).to.include("(--max-turns)");
      // What it prints itself is the same command.
      expect(commandsIn(again.out)).to.deep.equal([command]);
    }
  });

  it("names no trial where there is one only", async () => {
    const { out } = await workspace.run("simulate", "my goldens.yaml", "-a", "agent.mjs", "--no-record", "--seed", "4");
    for (const command of commandsIn(out)) expect(command).to.not.include("--trial");
  });

  it("answers from what --record has just kept", async () => {
    const argv = ["my goldens.yaml", "-a", "desk.mjs", "--no-record", "--trials", "2", "--record"];
    const { out } = await workspace.run("simulate", ...argv);
    const [, command = ""] = commandsIn(out);
    process.env["REHEARSAL_TEST_DOWN"] = "1";
    const again = await run(command, "--no-record");
    expect(again.out).to.include("We are full.").and.not.include("down").and.not.include("warning");
    const replayed = await workspace.run("simulate", ...argv.slice(0, -1), "--replay");
    expect(replayed.out).to.include("We are full.").and.not.include("down").and.not.include("warning");
    expect(commandsIn(replayed.out)[1]).to.match(/ --trial 2 .*--replay$/);
  });

  it("says what is to be done about a missing recording in flags", async () => {
    rmSync(join(workspace.folder, "cassettes"), { recursive: true, force: true });
    const { out, code } = await workspace.run(
      "simulate",
      "my goldens.yaml",
      "-a",
      "desk.mjs",
      "--no-record",
      "--replay",
    );
    expect(code).to.equal(1);
    expect(out.replace(/\s+/g, " ")).to.include(
      "record again (--record), or only what failed or is new (--cassettes <directory>, without --replay)",
    );
    expect(out).to.not.include('mode "').and.not.include("REHEARSAL_CASSETTE");
  });

  it("says in a line that --record kept nothing where nothing goes through a cassette", async () => {
    const argv = ["my goldens.yaml", "-a", "agent.mjs", "--no-record", "--json"];
    const { out } = await workspace.run("simulate", ...argv, "--record");
    const told = out.split("\n").filter((line) => line.startsWith("warning"));
    expect(told).to.have.length(1);
    expect(told[0]).to.include("--record kept nothing").and.include("withCassette");
    expect(JSON.parse(out.trimEnd().split("\n").at(-1) ?? ""))
      .to.have.property("warnings")
      .that.has.length(1);
    expect((await workspace.run("simulate", ...argv)).out).to.not.include("withCassette");
  });

  it("is no success where --replay answered nothing", async () => {
    const argv = ["my goldens.yaml", "-a", "agent.mjs", "--no-record"];
    const { code, out } = await workspace.run("simulate", ...argv, "--replay");
    // One of its goldens fails, which goes first.
    expect(code).to.equal(1);
    expect(out.replace(/\s+/g, " ")).to.include("--replay answered nothing").and.include("withCassette");
  });
});
