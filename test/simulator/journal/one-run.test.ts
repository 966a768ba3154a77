import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate, stream } from "../../../src/simulator/simulate.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { virtualClock } from "../../support/virtual-clock.js";

describe("a directory of journals", () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), "journal-"))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const goldens = ["a", "b", "c"].map((id) => ({ id, scenario: "A refund." }));
  const settings = () =>
    settingsOf({
      agent: ({ input }) => `re ${String(input)}`,
      user: new ScriptedUser(["one", "two"]),
      clock: virtualClock(),
    });
  const internals = { loadTracing: async () => undefined, env: {}, warn: () => undefined };
  const run = (journal: string) => simulate({ conversationalGoldens: goldens, journal }, settings(), internals);

  it("is of one run at a time in a process, however it is named", async () => {
    const link = `${directory}-link`;
    symlinkSync(directory, link);
    try {
      for (const other of [directory, `${directory}/`, join(directory, "x", ".."), relative(".", directory), link]) {
        const [first, second] = await Promise.allSettled([run(directory), run(other)]);
        expect(first).to.have.property("status", "fulfilled");
        expect(second).to.have.property("reason").that.is.instanceOf(RehearsalError);
        expect(second)
          .to.have.nested.property("reason.message")
          .that.matches(/another run of this process is holding .* Wait for it to end, or give another directory; /);
        // What the first kept is whole, and the directory is free again.
        const again = await run(other);
        expect(again.map(({ turns }) => turns.length)).to.deep.equal([4, 4, 4]);
        for (const name of readdirSync(directory)) rmSync(join(directory, name));
      }
    } finally {
      rmSync(link);
    }
  });

  it("is free once a stream is read no further", async () => {
    for await (const _ of stream({ conversationalGoldens: goldens, journal: directory }, settings(), internals)) break;
    expect(await run(directory)).to.have.lengthOf(3);
  });

  it("is taken over from a killed process that had the number of this one, and not from a thread of this one", async () => {
    const owner = join(directory, "journal.owner");
    const startedMs = Date.now() - process.uptime() * 1000;
    writeFileSync(owner, `${String(process.pid)} ${String(Math.round(startedMs))}`);
    const error: unknown = await run(directory).catch((thrown: unknown) => thrown);
    expect(error).to.have.property("message").that.contains("another thread of this process is holding");
    for (const before of [`${String(process.pid)} ${String(startedMs - 60_000)}`, String(process.pid)]) {
      writeFileSync(owner, before);
      expect(await run(directory)).to.have.lengthOf(3);
    }
  });

  it("can be no file, and be in none", async () => {
    const file = join(directory, "file");
    writeFileSync(file, "x");
    mkdirSync(join(directory, "d"));
    for (const path of [file, join(file, "inner")]) {
      const error: unknown = await run(path).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(RehearsalError).with.property("code", "invalid_input");
      expect(error)
        .to.have.property("message")
        .that.contains(`${path} can't be made: there is a file of that name. Give`);
    }
  });
});
