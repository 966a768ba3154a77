import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { ScriptedModel } from "../../src/models/scripted-model.js";
import { openJournal } from "../../src/simulator/journal/journal.js";
import { journalDisk } from "../../src/simulator/journal/journal-file.js";
import { SimulationNode } from "../../src/simulator/graph/simulation-node.js";
import type { User, UserMove } from "../../src/simulator/user.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { golden, hold } from "./support.js";

/** A user of somebody's own, which says these. */
const own = (...moves: readonly (string | UserMove)[]): User => ({
  name: "own",
  next: ({ userTurns }) => {
    const move = moves[userTurns] ?? { end: "enough" };
    return typeof move === "string" ? { say: move } : move;
  },
});
const faultsIn = ({ turns }: ConversationalTestCase) =>
  turns.flatMap(({ metadata }, at) => {
    const marks = (metadata?.userFaults ?? []) as readonly { kind: string; detail: string }[];
    return marks.map(({ kind }) => [at + 1, kind]);
  });
const refund = golden({
  scenario:
    "Kim bought a kettle in the shop last Monday and it leaks from the bottom since yesterday evening. She wants the " +
    "price returned to her credit card, and she will not accept a voucher or a replacement.",
  facts: { order_id: "A-1042" },
});
const elsewhere = [
  "Could you please tell me when the next train to Vienna departs from platform nine?",
  "Is there a dining carriage aboard, and may passengers bring bicycles with them?",
];

describe("the faults of a user that does not check itself", () => {
  it("are marked in its turns, whatever user it is", async () => {
    const user = own(
      "The kettle is order ZZ-9876.",
      "How can I help you with your kettle today?",
      "The kettle is order ZZ-9876, I said.",
      "  ",
      "I really want my money back now.",
      "I really want my money back now.",
    );
    let reply = 0;
    const testCase = await hold(() => `Well (${String(++reply)}).`, { golden: refund, user });
    expect(faultsIn(testCase)).to.deep.equal([
      [1, "invented_fact"],
      [3, "role_flip"],
      [7, "empty"],
      [11, "repetition"],
    ]);
    expect(testCase.turns[0]?.metadata).to.deep.equal({
      userFaults: [{ kind: "invented_fact", detail: 'the number or code "ZZ-9876"' }],
    });
  });

  it("put the blame for a failure on the user", async () => {
    const user = own("My kettle is order ZZ-9876, and it leaks.");
    const asserted = golden({ ...refund, forbiddenTools: [], mustCommunicate: ["refunded"] });
    const testCase = await hold(() => "There is no such order.", { golden: asserted, user });
    const { results } = await evaluate([testCase], { record: false });
    expect(results[0]?.blame?.party).to.equal("user");
    expect(results[0]?.blame?.reason).to.contain(
      'turn 1 the simulated user invented a fact: the number or code "ZZ-9876"',
    );
  });

  it("are added to what it says of its turns, and to marks of its own", async () => {
    const metadata = { mood: "bad", userFaults: [{ kind: "role_flip", detail: "mine" }] };
    const user = own({ say: "The kettle is order ZZ-9876. How can I help you?", metadata });
    const testCase = await hold(() => "ok", { golden: refund, user });
    expect(testCase.turns[0]?.metadata).to.deep.equal({
      mood: "bad",
      userFaults: [
        { kind: "role_flip", detail: "mine" },
        { kind: "invented_fact", detail: 'the number or code "ZZ-9876"' },
      ],
    });
  });

  it("are found again where a finished conversation is read from its journal", async () => {
    const directory = mkdtempSync(join(tmpdir(), "faults-"));
    try {
      const journal = (job: Parameters<typeof openJournal>[1]) => openJournal(directory, job, journalDisk());
      const options = { golden: refund, user: own("The kettle is order ZZ-9876."), journal };
      const first = await hold(() => "ok", options);
      expect(faultsIn(first)).to.have.lengthOf(1);
      expect(await hold(() => "other", options)).to.deep.equal(first);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("are none where the lines are their author's: a script's, a graph's", async () => {
    const lines = ["It is order ZZ-9876.", "How can I help you?", ...elsewhere];
    const scripted = new ScriptedUser(lines);
    const node = new SimulationNode({ action: "It is order ZZ-9876.", terminal: true });
    for (const user of [scripted, new ScriptedUser(({ userTurns }) => lines[userTurns] ?? null), node]) {
      const testCase = await hold(() => "ok", { golden: refund, user });
      expect(faultsIn(testCase)).to.deep.equal([]);
      expect(testCase.endReason).to.not.have.property("fault");
    }
  });

  it("are not looked for in the lines of a model, which was told more than its golden", async () => {
    const model = new ScriptedModel([{ json: { say: "It is order ZZ-9876.", done: false } }, { json: { done: true } }]);
    const template = { firstTurn: () => "You ordered ZZ-9876.", nextTurn: () => "You ordered ZZ-9876." };
    const testCase = await hold(() => "ok", { golden: refund, user: new LanguageModelUser({ model, template }) });
    expect(testCase.turns).to.have.lengthOf(2);
    expect(faultsIn(testCase)).to.deep.equal([]);
  });
});

describe("a user that is off its goal", () => {
  it("says not a word about it from its first line on", async () => {
    const testCase = await hold(() => "ok", { golden: refund, user: own(...elsewhere) });
    expect(faultsIn(testCase)).to.deep.equal([[1, "off_goal"]]);
    const says = [...elsewhere].map((say) => ({ json: { say, done: false } }));
    const model = new LanguageModelUser({ model: new ScriptedModel([...says, { json: { done: true } }]) });
    expect(faultsIn(await hold(() => "ok", { golden: refund, user: model }))).to.deep.equal([[1, "off_goal"]]);
  });

  it("is on it as soon as one word is about it, and where there is too little to tell", async () => {
    for (const lines of [
      [...elsewhere, "And my kettle leaks."],
      elsewhere.slice(0, 1),
      // However much is said: in one line, it may only be the beginning of it.
      [elsewhere.join(" ")],
      ["Hello?", "Is anybody there?", "Yes.", "Fine, thanks."],
      ["Wann fährt der nächste Zug nach Wien ab, und von welchem Gleis bitte?", "Gibt es einen Speisewagen an Bord?"],
    ])
      expect(faultsIn(await hold(() => "ok", { golden: refund, user: own(...lines) })), lines[0]).to.deep.equal([]);
    const short = golden({ scenario: "A refund." });
    expect(faultsIn(await hold(() => "ok", { golden: short, user: own(...elsewhere) }))).to.deep.equal([]);
  });

  it("ends before it says anything", async () => {
    const { endReason } = await hold(() => "ok", { golden: refund, user: own() });
    expect(endReason).to.deep.equal({ by: "user", reason: "enough", fault: "off_goal" });
  });

  it("may have said it before, or be one that says nothing at all", async () => {
    const said = golden({
      ...refund,
      turns: [
        { role: "user", content: "My kettle leaks." },
        { role: "assistant", content: "Oh." },
      ],
    });
    const muted = golden({ ...refund, persona: { characteristics: "quiet", muted: true, speaksFirst: false } });
    for (const each of [said, muted])
      expect((await hold(() => "Hello?", { golden: each, user: own() })).endReason).to.not.have.property("fault");
  });
});
