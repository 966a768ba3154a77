import { expect } from "chai";
import { openJournal, type ConversationJournal } from "../../../src/simulator/journal/journal.js";
import type { JournalDisk } from "../../../src/simulator/journal/journal-file.js";
import type { Failure } from "../../../src/test-case/failure.js";
import { golden } from "../support.js";

const job = { golden: golden(), index: 0, trial: 1, seed: "7", threadId: "a1b2c3d4-0000" };

/** A disk of one file. */
function memory(): JournalDisk {
  let text: string | undefined;
  return {
    read: () => (text === undefined ? undefined : Buffer.from(text)),
    open: (_, keptBytes) => {
      text = (text ?? "").slice(0, keptBytes);
      return { append: (line) => void (text = `${text ?? ""}${line}\n`), close: () => undefined };
    },
  };
}
/** What is on record once this was written. */
function pastAfter(write: (journal: ConversationJournal) => void) {
  const disk = memory();
  write(openJournal("d", job, disk));
  return openJournal("d", job, disk).past;
}
const said = (role: "user" | "assistant", content: string) => ({ turns: [{ role, content }] });
const broke = (failure: Failure) => ({ end: { by: "error" as const, reason: "r", broke: true, failure } });

describe("what a journal has on record of a conversation", () => {
  it("is the world as it was last, whoever spoke since", () => {
    const world = { state: { n: 1 }, calls: { look: 1 }, ids: {} };
    const past = pastAfter((journal) => {
      journal.step(said("user", "a"));
      journal.step({ ...said("assistant", "b"), world });
      journal.step(said("user", "c"));
    });
    expect(past.world).to.deep.equal(world);
    expect(past.turns.map(({ content }) => content)).to.deep.equal(["a", "b", "c"]);
  });

  it("is no end where that may be mended and comes again, and one where it may not", () => {
    const isOver = (party: Failure["party"], kind: Failure["kind"]): boolean =>
      pastAfter((journal) => journal.end(broke({ party, kind }))).end !== null;
    for (const party of ["agent", "user", "controller"] as const) {
      expect(isOver(party, "provider")).to.equal(false);
      expect(isOver(party, "setup")).to.equal(false);
      expect(isOver(party, "threw")).to.equal(true);
    }
    expect(isOver("harness", "setup")).to.equal(true);
    expect(isOver("environment", "setup")).to.equal(true);
  });
});
