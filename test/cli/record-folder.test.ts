import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { recordFolder } from "../../src/cli/record-folder.js";
import { rejection } from "./rejection.js";
import { Workspace } from "./workspace.js";

describe("the directory for run records", () => {
  const workspace = new Workspace({ file: "" });
  after(() => workspace.remove());

  it("is made with those above it, and nothing is left in it", async () => {
    const folder = await recordFolder("a/b", workspace.folder);
    expect(folder).to.equal(join(workspace.folder, "a", "b"));
    expect(readdirSync(folder)).to.deep.equal([]);
    expect(await recordFolder("a/b", workspace.folder)).to.equal(folder);
    expect(await recordFolder(folder, "/elsewhere")).to.equal(folder);
  });

  it("is .rehearsal/runs unless it is named", async () => {
    expect(await recordFolder(undefined, workspace.folder)).to.equal(join(workspace.folder, ".rehearsal", "runs"));
  });

  for (const named of ["file", "file/below/it"]) {
    it(`is refused where a file stands in its way: ${named}`, async () => {
      const { message } = await rejection(recordFolder(named, workspace.folder));
      const file = join(workspace.folder, "file");
      expect(message).to.equal(
        `--record-dir ${named}: the run can't be recorded in ${join(workspace.folder, named)}: ${file} is a file and no ` +
          "directory. Nothing was run; name another directory, or give --no-record.",
      );
    });
  }

  it("is refused at once where the system makes no directories", async function () {
    if (!existsSync("/proc/self")) return this.skip();
    for (const named of ["/proc/rehearsal", "/proc/rehearsal/x/y", "/proc/self/fd"]) {
      const { message } = await rejection(recordFolder(named, workspace.folder));
      expect(message).to.include(`--record-dir ${named}: `).and.include("no directory can be made there");
    }
  });

  it("is refused without a name, as an unset variable leaves it", async () => {
    for (const named of ["", " "]) {
      expect((await rejection(recordFolder(named, workspace.folder))).message).to.include("names no directory");
    }
  });

  for (const [code, words] of [
    ["EACCES", "it can't be written to (no permission)"],
    ["EPERM", "it can't be written to (no permission)"],
    ["EROFS", "it can't be written to (the file system is read-only)"],
    ["ENOSPC", "no space left"],
  ]) {
    it(`says why: ${String(code)}`, async () => {
      const failing = () => Promise.reject(Object.assign(new Error("no space left"), { code }));
      const { message } = await rejection(recordFolder(undefined, workspace.folder, failing));
      expect(message).to.include(
        `${join(workspace.folder, ".rehearsal", "runs")}: ${String(words)}. Nothing was run; `,
      );
      expect(message)
        .to.include("say where to: --record-dir <directory>")
        .and.not.match(/^--record-dir/);
    });
  }
});
