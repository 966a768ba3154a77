import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CassetteDirectory, fileNameOf } from "../../../src/models/cassette/cassette-directory.js";
import type { Cassette } from "../../../src/models/cassette/cassette.js";
import type { CassetteMode } from "../../../src/models/cassette/mode.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { rejectionOf } from "../../support/rejection.js";
import { ask } from "../support.js";
import { temporary } from "./support.js";

const directoryAt = (directory: string, mode: CassetteMode) => new CassetteDirectory({ directory, mode }, { env: {} });
const say = async (cassette: Cassette, answer: string, question = "Hi") =>
  (await withCassette(new ScriptedModel([answer]), { cassette }).generate(ask(question))).text;

describe("the cassettes of a run", () => {
  it("are a file for each golden and a part of it for each trial, in order, however they run", async () => {
    using at = temporary();
    const cassettes = directoryAt(at.directory, "record");
    const trials = [10, 2, 1, 3];
    await Promise.all(trials.map((trial) => say(cassettes.cassetteFor("golden", trial), `trial ${String(trial)}`)));
    await say(cassettes.cassetteFor("other"), "other");
    expect(readdirSync(at.directory).sort()).to.deep.equal(["golden.json", "other.json"]);
    expect(at.json().recordings.map(({ scope }) => scope)).to.deep.equal([undefined, "trial 2", "trial 3", "trial 10"]);
    const replay = directoryAt(at.directory, "replay");
    for (const trial of trials)
      expect(await say(replay.cassetteFor("golden", trial), "live")).to.equal(`trial ${String(trial)}`);
    expect(String(await rejectionOf(say(replay.cassetteFor("golden", 4), "live")))).to.contain('in "trial 4"');
  });

  it("tell what is stale: recordings that nobody asked for, and files that nobody opened", async () => {
    using at = temporary();
    const record = directoryAt(at.directory, "record");
    const golden = record.cassetteFor("golden");
    await say(golden, "one", "a");
    await say(golden, "two", "b");
    await say(record.cassetteFor("gone"), "three");
    expect(golden.unused()).to.deep.equal([]);
    const replay = directoryAt(at.directory, "replay");
    const cassette = replay.cassetteFor("golden");
    await say(cassette, "live", "b");
    expect(cassette.unused()).to.deep.equal([{ path: at.path, recording: 1, target: "scripted" }]);
    expect(replay.unusedFiles()).to.deep.equal([join(at.directory, "gone.json")]);
  });

  it("can be recorded anew for one golden, with the others untouched", async () => {
    using at = temporary();
    const first = directoryAt(at.directory, "record");
    await say(first.cassetteFor("golden"), "old", "a");
    await say(first.cassetteFor("other"), "old");
    utimesSync(at.path, 1, 1);
    await say(directoryAt(at.directory, "record").cassetteFor("golden"), "new", "b");
    expect(at.json().recordings).to.have.length(1);
    expect(await say(directoryAt(at.directory, "replay").cassetteFor("other"), "live")).to.equal("old");
  });

  it("have names that can be files, and differ where the ids do", () => {
    expect(fileNameOf("broken-headphones")).to.equal("broken-headphones.json");
    const ids = [
      "../../etc/passwd",
      "a/b",
      "a:b",
      "a b",
      "Kim",
      "kim",
      "",
      ".",
      "..",
      "ä",
      "x".repeat(300),
      `${"x".repeat(300)}y`,
    ];
    const names = ids.map(fileNameOf);
    for (const name of names) expect(name).to.match(/^[\w-][\w.-]{0,90}\.json$/);
    expect(new Set(names.map((name) => name.toLowerCase())).size).to.equal(ids.length);
  });

  it("refuse options that can't be meant", () => {
    expect(() => new CassetteDirectory({ directory: "" })).to.throw("directory must be");
    expect(() => new CassetteDirectory({ dir: "x" } as never)).to.throw('unknown option "dir"');
    expect(() => directoryAt("x", "once" as CassetteMode)).to.throw("must be one of");
  });
});
