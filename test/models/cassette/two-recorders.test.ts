import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { withFileLock } from "../../../src/files/file-lock.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { temporary, type CassetteJson } from "./support.js";

const child = fileURLToPath(new URL("recorder-child.ts", import.meta.url));

describe("two processes that record in one file", () => {
  it("lose nothing of each other's", async function () {
    this.timeout(60_000);
    using at = temporary();
    const names = ["one", "two"];
    const files = 200;
    const children = names.map((name) =>
      fork(child, [at.directory, name, String(files)], { execArgv: ["--import", "tsx"] }),
    );
    await Promise.all(children.map((it) => once(it, "message")));
    const ends = children.map((it) => once(it, "exit"));
    for (const it of children) it.send(Date.now() + 50);
    expect((await Promise.all(ends)).map(([code]) => code as unknown)).to.deep.equal([0, 0]);
    const held = readdirSync(at.directory).map((file) => {
      const { recordings } = JSON.parse(readFileSync(join(at.directory, file), "utf8")) as CassetteJson;
      return recordings.length;
    });
    expect(held).to.deep.equal(Array.from({ length: files }, () => names.length));
  });

  it("are not kept waiting by one that was killed", async () => {
    using at = temporary();
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    writeFileSync(`${at.path}.lock`, `${String(gone)} x`);
    const look = withCassette(async (what: string) => `${what}!`, { name: "look", path: at.path, mode: "record" });
    expect(await look("a")).to.equal("a!");
    expect(at.json().recordings).to.have.lengthOf(1);
    expect(readdirSync(at.directory)).to.deep.equal(["golden.json"]);
  });
});

describe("the lock of a file", () => {
  it("is held while the work is done, and given back also where that throws", () => {
    using at = temporary();
    const lock = `${at.path}.lock`;
    expect(withFileLock(at.path, () => existsSync(lock))).to.equal(true);
    expect(() =>
      withFileLock(at.path, () => {
        throw new Error("no");
      }),
    ).to.throw("no");
    expect(existsSync(lock)).to.equal(false);
  });
});
