import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { cassettesOf, withCassetteMode } from "../../src/cli/cassette-flags.js";
import { startOpenAIServer } from "../support/openai-server.js";
import { Workspace } from "./workspace.js";

describe("the flags of cassettes", () => {
  it("say where they are and what is done with them", () => {
    const of = (flags: Parameters<typeof cassettesOf>[0], isResumed = false) => cassettesOf(flags, "/w", isResumed);
    expect(of({})).to.equal(undefined);
    expect(of({ cassettes: "c" })).to.deep.equal({ directory: resolve("/w/c") });
    expect(of({ replay: true })).to.deep.equal({ directory: resolve("/w/cassettes"), mode: "replay" });
    expect(of({ recordCassettes: true })).to.deep.include({ mode: "record" });
    // What the first part of the run has recorded is not replaced.
    expect(of({ recordCassettes: true }, true)).to.deep.include({ mode: "auto" });
    expect(() => of({ recordCassettes: true, replay: true })).to.throw(/give one of the two/);
  });

  it("are as if they had been typed where REHEARSAL_CASSETTE names a mode, unless one was", () => {
    const flags = { show: "all", conversations: "none", record: true, progress: false, earlyStop: true } as const;
    const given = (mode: string, typed: object = {}) => {
      const { cassettes, recordCassettes, replay } = withCassetteMode(
        { ...flags, ...typed },
        { REHEARSAL_CASSETTE: mode },
      );
      return { cassettes, recordCassettes, replay };
    };
    const none = { cassettes: undefined, recordCassettes: undefined, replay: undefined };
    expect(given("replay")).to.deep.equal({ ...none, replay: true });
    expect(given(" record ")).to.deep.equal({ ...none, recordCassettes: true });
    expect(given("auto")).to.deep.equal({ ...none, cassettes: "cassettes" });
    expect(given("off", { cassettes: "c" })).to.deep.equal(none);
    expect(given("replay", { cassettes: "c" })).to.deep.equal({ ...none, cassettes: "c", replay: true });
    expect(given("record", { replay: true })).to.deep.equal({ ...none, replay: true });
    expect(given("")).to.deep.equal(none);
    expect(() => given("reply", { replay: true })).to.throw(/REHEARSAL_CASSETTE.*"reply"/);
  });
});

describe("rehearsal simulate --record and --replay", () => {
  const workspace = new Workspace({
    "agent.mjs": "export default () => 'Done, I have booked table 7.';",
    "goldens.yaml": "- { id: books, scenario: A guest books a table., mustCommunicate: [table 7] }\n",
  });
  after(() => workspace.remove());

  const run = async (baseURL: string, ...argv: string[]) => {
    const env = { REHEARSAL_MODEL: "m-1", REHEARSAL_BASE_URL: baseURL };
    const done = await workspace.runWith({ env }, "simulate", "goldens.yaml", "-a", "agent.mjs", ...argv);
    return { ...done, said: done.out.split("\n").filter((line) => /^ +(user|assistant) /.test(line)) };
  };

  it("asks a model once, and then nobody, for the same conversation; the run is recorded all the same", async () => {
    const server = await startOpenAIServer(({ index }) => ({
      text: JSON.stringify({ say: `Line ${String(index)}.`, done: index > 0, reason: "enough" }),
    }));
    const recorded = await run(server.baseURL, "--record", "--conversations", "all");
    const asked = server.requests.length;
    await server.close();
    expect(recorded.code).to.equal(0);
    expect(recorded.said.join("\n")).to.include("Line 0.").and.include("Line 1.");
    expect(asked).to.equal(2);
    expect(readdirSync(join(workspace.folder, "cassettes"))).to.deep.equal(["books.json"]);
    const replayed = await run(server.baseURL, "--replay", "--conversations", "all");
    expect(replayed.code).to.equal(0);
    const words = (lines: readonly string[]) => lines.map((line) => line.replace(/\([^)]*ms\)/, "").trim());
    expect(words(replayed.said)).to.deep.equal(words(recorded.said));
    expect(readdirSync(join(workspace.folder, ".rehearsal", "runs"))).to.have.lengthOf(2);
  });

  it("does not pass where a replay that was asked for answered nothing, and says what to set", async () => {
    // Whoever recorded with a model and replays without its name has rules speak, which ask nobody.
    for (const env of [{}, { REHEARSAL_CASSETTE: "replay" }]) {
      const argv = ["simulate", "goldens.yaml", "-a", "agent.mjs", "--no-record", "--json"];
      const typed = "REHEARSAL_CASSETTE" in env ? [] : ["--replay"];
      const { code, out } = await workspace.runWith({ env }, ...argv, ...typed);
      expect(code, out).to.equal(2);
      expect(out)
        .to.contain("--replay answered nothing")
        .and.contain("set REHEARSAL_MODEL to its name: a replay needs no key");
      expect(JSON.parse(out.trimEnd().split("\n").at(-1) ?? "")).to.include({ passed: false, complete: false });
    }
    // A mode for the whole of CI says nothing of runs that nobody ever recorded.
    const argv = ["simulate", "goldens.yaml", "-a", "agent.mjs", "--no-record", "--cassettes", "never-recorded"];
    const never = await workspace.runWith({ env: { REHEARSAL_CASSETTE: "replay" } }, ...argv);
    expect(never.code, never.out).to.equal(0);
  });

  it("replays where the variable alone says so, and runs nothing where it says no mode", async () => {
    const env = { REHEARSAL_MODEL: "m-1", REHEARSAL_BASE_URL: "http://127.0.0.1:9/v1" };
    const withMode = (mode: string) =>
      workspace.runWith({ env: { ...env, REHEARSAL_CASSETTE: mode } }, "simulate", "goldens.yaml", "-a", "agent.mjs");
    const replayed = await withMode("replay");
    expect(replayed.code, replayed.out).to.equal(0);
    const wrong = await withMode("reply");
    expect(wrong.code).to.equal(2);
    expect(wrong.err).to.match(/"reply"/);
  });

  it("fails where what is asked for was not recorded", async () => {
    const { code, out } = await run("http://127.0.0.1:9/v1", "--replay", "--cassettes", "none", "--no-record");
    expect(out).to.match(/none\/books\.json/);
    expect(out).to.match(/replay +npx rehearsal simulate .* --cassettes none --replay$/m);
    expect(code).to.equal(1);
  });
});
