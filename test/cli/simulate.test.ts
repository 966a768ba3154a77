import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { agentModule, goldensFile, withoutModels, Workspace } from "./workspace.js";

const broken = `
- id: good
  scenario: A guest books a table.
  opening: Please book a table.
  mustCommunicate: [table 7]
- id: bad
  scenario: A guest.
  mustComunicate: [x]
- id: worse
  scenario: ""
`;

describe("rehearsal simulate", () => {
  withoutModels();
  let workspace: Workspace;
  before(() => {
    workspace = new Workspace({
      "agent.mjs": agentModule,
      "goldens.yaml": goldensFile,
      "broken.yaml": broken,
      "questions.yaml": "- { id: q, input: What time is it? }",
      "mixed.yaml": `- { id: q1, input: What time is it? }${goldensFile}- { id: q2, input: "When?" }`,
      "empty.mjs": "export const createAgent = 1;",
      "throws.mjs": "throw new Error('no key');",
      "talks.mjs": "let n = 0; export default () => { n += 1; return n > 1 ? 'table 7' : 'What name?'; };",
    });
  });
  after(() => workspace.remove());
  const simulate = (...argv: string[]) => workspace.run("simulate", ...argv);
  const pass = ["goldens.yaml", "--agent", "agent.mjs", "--only", "books"];

  it("exits with 0 when everything passed, and tells where the record is", async () => {
    const { code, out, err } = await simulate(...pass);
    expect(err).to.equal("");
    expect(out)
      .to.match(/✓ +books/)
      .and.match(/PASSED +1 case/);
    const record = /record +(.*run\.jsonl)/.exec(out)?.[1] ?? "";
    expect(record).to.include(join(".rehearsal", "runs"));
    expect(existsSync(resolve(workspace.folder, record))).to.equal(true);
    expect(code).to.equal(0);
  });

  it("exits with 1 when something failed, and prints the command that replays just that", async () => {
    const { code, out } = await simulate("goldens.yaml", "--agent", "agent.mjs", "--no-record", "--seed", "s1");
    expect(code).to.equal(1);
    expect(out)
      .to.match(/✓ +books/)
      .and.match(/✗ +hears-nothing/);
    const command = "npx rehearsal simulate goldens.yaml --agent agent.mjs --only hears-nothing --seed s1";
    expect(out.split(command)).to.have.length(2);
    const replayed = await workspace.run(...command.split(" ").slice(2), "--no-record");
    expect(replayed.code).to.equal(1);
    expect(replayed.out).to.include("What does it cost?").and.not.include("books");
  });

  it("counts what broke off as an error, and goes on with the others", async () => {
    writeFileSync(
      join(workspace.folder, "breaks.yaml"),
      `- { id: breaks, scenario: x, opening: break it, mustNotCommunicate: [a] }${goldensFile}`,
    );
    const { code, out } = await simulate("breaks.yaml", "--agent", "agent.mjs", "--no-record");
    expect(code).to.equal(1);
    expect(out)
      .to.match(/! +breaks/)
      .and.include("the kitchen is on fire")
      .and.match(/✓ +books/);
  });

  it("prints a summary as JSON on the last line", async () => {
    const { out } = await simulate("goldens.yaml", "--agent", "agent.mjs", "--no-record", "--json");
    const summary: unknown = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");
    expect(summary).to.deep.include({ passed: false, record: null });
    expect(summary).to.have.property("summary").that.includes({ passed: 1, failed: 1 });
    expect(summary).to.have.nested.property("results[1].goldenId", "hears-nothing");
  });

  it("shows only what failed when asked to", async () => {
    const { out } = await simulate("goldens.yaml", "--agent", "agent.mjs", "--no-record", "--show", "failing");
    expect(out).to.not.match(/✓ +books/);
    expect(out)
      .to.match(/✗ +hears-nothing/)
      .and.match(/2 cases: 1 passed, 1 failed/);
  });

  it("holds as many trials as asked for, and no more turns", async () => {
    const { out } = await simulate(...pass, "--no-record", "--trials", "3");
    expect(out).to.include("books #3").and.include("3 cases: 3 passed");
    const short = await simulate(
      "goldens.yaml",
      "-a",
      "talks.mjs",
      "--only",
      "books",
      "--no-record",
      "--max-turns",
      "1",
    );
    expect(short.out).to.include("2 turns");
    expect(short.code).to.equal(1);
  });

  it("tells how far it is, for when it ends before it is over", async () => {
    workspace.progress.length = 0;
    await simulate("goldens.yaml", "--agent", "agent.mjs", "--no-record");
    expect(workspace.progress.map((line) => line.slice(0, 6))).to.deep.equal(["0 of 2", "1 of 2", "2 of 2"]);
  });

  it("keeps the record where it is told to, or nowhere", async () => {
    await simulate(...pass, "--record-dir", "kept");
    expect(readdirSync(join(workspace.folder, "kept"))).to.have.length(1);
    const { out } = await simulate(...pass, "--no-record");
    expect(out).to.not.include("run.jsonl");
  });

  it("tells every bad row, runs the good ones, and does not exit with 0", async () => {
    const { code, out, err } = await simulate("broken.yaml", "--agent", "agent.mjs", "--no-record");
    expect(err)
      .to.match(/broken\.yaml:\d+.*mustComunicate.*mustCommunicate/)
      .and.match(/row 3/);
    expect(out).to.match(/✓ +good/);
    expect(code).to.equal(2);
  });

  it("calls a run with bad rows incomplete, in its last lines and as JSON", async () => {
    const { out } = await simulate("broken.yaml", "--agent", "agent.mjs", "--no-record", "--json");
    expect(out).to.match(/^INCOMPLETE +1 case: 1 passed; 2 rows of broken\.yaml could not be read \(listed above\)/m);
    const summary: unknown = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");
    expect(summary).to.include({ passed: false, complete: false });
    expect(summary).to.have.nested.property("unreadable[0]").that.includes("mustComunicate");
  });

  it("tells the single questions that it does not ask, and does not exit with 0", async () => {
    const argv = ["mixed.yaml", "--agent", "agent.mjs", "--no-record", "--json"];
    const { code, out, err } = await simulate(...argv, "--only", "books", "--only", "q*");
    expect(err).to.match(/^left out: 2 single questions \(q1, q2\).*assertTest/);
    expect(out).to.match(/^INCOMPLETE +1 case: 1 passed; 2 single questions were not asked \(listed above\)/m);
    expect(JSON.parse(out.trimEnd().split("\n").at(-1) ?? "")).to.deep.include({
      passed: false,
      complete: false,
      incomplete: ["2 single questions were not asked"],
      unreadable: [],
    });
    expect(code).to.equal(2);
  });

  it("passes where the single questions were not chosen, and runs nothing with them when it is strict", async () => {
    const argv = ["mixed.yaml", "--agent", "agent.mjs", "--no-record"];
    const chosen = await simulate(...argv, "--only", "books");
    expect(chosen.err).to.equal("");
    expect(chosen.code).to.equal(0);
    const strict = await simulate(...argv, "--strict");
    expect(strict.err).to.include("--strict").and.include("2 single questions");
    expect(strict.out).to.equal("");
    expect(strict.code).to.equal(2);
  });

  it("looks before it asks the agent anything whether it can keep the record", async () => {
    const { err } = await simulate(...pass.slice(0, 2), "absent.mjs", "--record-dir", "agent.mjs");
    expect(err).to.match(
      /is a file and no directory\. Nothing was run; name another directory, or give --no-record\.$/m,
    );
  });

  it("says first who plays the users", async () => {
    expect((await simulate(...pass, "--no-record")).out).to.match(/^users: played by rules \(AgendaUser\)\n/);
  });

  it("holds no conversation where a model shall play the users and none is named", async () => {
    const { code, out, err } = await simulate(...pass, "--no-record", "--user", "model");
    expect(err).to.match(/^error: .*OPENAI_API_KEY.*--user rules/);
    expect(out).to.equal("");
    expect(code).to.equal(2);
  });

  it("prints the conversations that are asked for", async () => {
    const shown = async (...argv: string[]) =>
      (await simulate("goldens.yaml", "--agent", "agent.mjs", "--no-record", ...argv)).out;
    const [passing, failing] = [/user +1 +Please book a table/, /user +1 +What does it cost/];
    expect(await shown())
      .to.match(failing)
      .and.not.match(passing);
    expect(await shown("--conversations", "all"))
      .to.match(failing)
      .and.match(passing);
    expect(await shown("--conversations", "none")).to.not.match(failing);
  });

  it("names the flags and not the options of the simulator", async () => {
    const { out } = await simulate("goldens.yaml", "-a", "talks.mjs", "--no-record", "--max-turns", "1");
    expect(out).to.include("(--max-turns)").and.not.include("maxUserSimulations");
  });

  it("runs nothing with a bad row when it is strict", async () => {
    const { code, out, err } = await simulate("broken.yaml", "--agent", "agent.mjs", "--strict");
    expect(code).to.equal(2);
    expect(out).to.equal("");
    expect(err).to.include("mustComunicate").and.include("--strict");
  });

  for (const [what, argv, message] of [
    ["a dataset that is not there", ["absent.yaml", "--agent", "agent.mjs"], /absent\.yaml/],
    [
      "a record directory that is a file",
      [...pass, "--record-dir", "agent.mjs"],
      /--record-dir agent\.mjs: .*is a file and/,
    ],
    [
      "a record directory below a file",
      [...pass, "--record-dir", "agent.mjs/x/y"],
      /agent\.mjs is a file and no directory/,
    ],
    ["a record directory without a name", [...pass, "--record-dir", ""], /--record-dir names no directory/],
    ["questions that were chosen alone", ["mixed.yaml", "-a", "agent.mjs", "--only", "q*"], /only single questions/],
    ["a dataset of single questions", ["questions.yaml", "--agent", "agent.mjs"], /questions\.yaml.*scenario/],
    ["an agent that is not there", ["goldens.yaml", "--agent", "absent.mjs"], /there is no file .*absent\.mjs/],
    ["a module without an agent", ["goldens.yaml", "--agent", "empty.mjs"], /createAgent \(number\)/],
    ["a module that throws", ["goldens.yaml", "--agent", "throws.mjs"], /no key\n +at .*throws\.mjs:1:7/],
    ["an id that matches nothing", [...pass.slice(0, 3), "--only", "boks"], /Did you mean "books"/],
  ] as const) {
    it(`exits with 2 for ${what}, and says so in a line or two`, async () => {
      const { code, out, err } = await simulate(...argv);
      expect(err).to.match(message);
      expect(err.trimEnd().split("\n").length).to.be.at.most(2);
      expect(out).to.equal("");
      expect(code).to.equal(2);
    });
  }
});
