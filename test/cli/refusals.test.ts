import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { agentModule, goldensFile, withoutModels, Workspace } from "./workspace.js";

const observeUrl = pathToFileURL(join(process.cwd(), "src/tracing/observe/observe.ts")).href;

describe("rehearsal simulate, as it can't be run,", () => {
  withoutModels();
  const workspace = new Workspace({
    "agent.mjs": agentModule,
    "goldens.yaml": goldensFile,
    "one-bad.yaml": `${goldensFile}- { id: books-too, scenario: A guest books., openin: Hi. }\n- { id: q, input: What? }\n`,
    "bad.csv": "scenario,expcted_tools\nA,x\n",
    "scripts.yaml":
      "- { id: s, scenario: A., mustCommunicate: [x], metadata: { script: { turns: [a, b, c, d, e, f, g, h, i, j, k, l] } } }\n",
  });
  before(() => {
    mkdirSync(join(workspace.folder, "folder"));
  });
  after(() => workspace.remove());
  const run = (...argv: string[]) => workspace.run("simulate", ...argv);
  const last = (out: string) => JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;

  for (const [what, argv, message] of [
    ["a dataset that is not there", ["none.yaml", "-a", "agent.mjs"], /none\.yaml/],
    ["an agent that is not there", ["goldens.yaml", "-a", "none.mjs"], /none\.mjs/],
    ["an unknown option", ["goldens.yaml", "--agnt", "agent.mjs"], /unknown option '--agnt'/],
    ["a bad value", ["goldens.yaml", "-a", "agent.mjs", "--trials", "0"], /whole number from 1/],
    ["a part left out, under --strict", ["one-bad.yaml", "-a", "agent.mjs", "--strict"], /Nothing was run.*--strict/],
    ["a directory", [".", "-a", "agent.mjs"], /\. is a directory.*Name a file/],
    ["another directory", ["folder", "-a", "agent.mjs"], /folder is a directory/],
    [
      "two that contradict each other",
      ["goldens.yaml", "-a", "agent.mjs", "--no-journal", "--journal", "j"],
      /--journal.*--no-journal.*one of the two/,
    ],
    ["the same the other way", ["goldens.yaml", "-a", "agent.mjs", "--journal", "j", "--no-journal"], /one of the two/],
    [
      "a record that is kept nowhere",
      ["goldens.yaml", "-a", "agent.mjs", "--no-record", "--record-dir", "r"],
      /--record-dir.*--no-record.*one of the two/,
    ],
    ["a file that can't be written", ["goldens.yaml", "-a", "agent.mjs", "--junit", "folder"], /--junit folder can't/],
  ] as const) {
    it(`says why as JSON too: ${what}`, async () => {
      const { code, out, err } = await run(...argv, "--json");
      expect(code).to.equal(2);
      const { error, passed } = last(out) as { error: { code: string; message: string }; passed: boolean };
      expect(error.message).to.match(message);
      expect(error.message).not.to.match(/^error:/);
      expect(error.code).to.be.a("string");
      expect(passed).to.equal(false);
      expect(err).to.match(/^error: /m);
      expect((await run(...argv)).out).to.equal("");
    });
  }

  it("names no option that a command line has not", async () => {
    const { err } = await run("bad.csv", "-a", "agent.mjs");
    expect(err)
      .to.match(/did you mean "expectedTools"\?/)
      .and.not.match(/give the option customColumns/);
  });

  it("tells how TypeScript is loaded that JavaScript imports", async () => {
    const { loadAgentHint } = await import("../../src/cli/load-agent.js");
    const error = Object.assign(new TypeError('Unknown file extension ".ts" for /app/more.ts'), {
      code: "ERR_UNKNOWN_FILE_EXTENSION",
    });
    expect(loadAgentHint(error)).to.match(/NODE_OPTIONS='--import tsx'/);
    expect(loadAgentHint(new Error("x"))).to.equal("");
  });

  it("takes the length of a script for a dry run, however long", async () => {
    const { out } = await run("scripts.yaml", "--dry-run");
    expect(out).to.match(/^user turns +12$/m);
    expect((await run("scripts.yaml", "--dry-run", "--max-turns", "5")).out).to.match(/^user turns +5$/m);
  });

  it("says how many were left out where something failed besides", async () => {
    const { code, out } = await run("one-bad.yaml", "-a", "agent.mjs", "--json", "--no-record");
    expect(code).to.equal(1);
    expect(last(out)).to.deep.include({ leftOut: 2, passed: false, complete: false });
  });

  it("writes JUnit's XML of what ran and of what did not", async () => {
    const { code } = await run("one-bad.yaml", "-a", "agent.mjs", "--no-record", "--junit", "out/junit.xml");
    expect(code).to.equal(1);
    const xml = readFileSync(join(workspace.folder, "out", "junit.xml"), "utf8");
    expect(xml).to.match(/<testsuite name="one-bad.yaml" tests="3" failures="1" errors="1" skipped="0"/);
    expect(xml).to.match(/<system-out>npx rehearsal simulate one-bad.yaml .*--only hears-nothing/);
    expect(xml).to.match(/name="all of the dataset".*1 row of one-bad\.yaml could not be read/);
  });

  it("keeps tools that may write away from the world with --writes refuse", async () => {
    const module = `
import { observe } from ${JSON.stringify(observeUrl)};
const refund = observe({ type: "tool", name: "refund_order" }, async () => { globalThis.refunded = true; return "ok"; });
export default async () => { try { await refund({}); return "table 7"; } catch { return "It was refused. table 7"; } };`;
    const own = new Workspace({ "agent.mjs": module, "goldens.yaml": goldensFile });
    const world = globalThis as { refunded?: boolean };
    const simulated = (...more: string[]) =>
      own.run("simulate", "goldens.yaml", "-a", "agent.mjs", "--only", "books", "--conversations", "all", ...more);
    const refused = await simulated("--writes", "refuse");
    expect(refused.out).to.include("It was refused.");
    expect(world.refunded).to.equal(undefined);
    await simulated();
    expect(world.refunded).to.equal(true);
    delete world.refunded;
    own.remove();
  });
});
