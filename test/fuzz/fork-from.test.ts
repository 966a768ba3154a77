import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { forkFrom } from "../../src/fuzz/fork-from.js";
import { scriptUser } from "../../src/simulator/script/script-user.js";
import type { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import { withCassette } from "../../src/models/cassette/with-cassette.js";
import type { Agent } from "../../src/simulator/agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { AgendaUser } from "../../src/simulator/users/agenda-user.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { User } from "../../src/simulator/user.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { agentWith, golden, shop } from "./shop.js";

const said = ({ turns }: ConversationalTestCase): string[] => turns.map(({ content }) => content);

async function hold(
  given: Parameters<ConversationSimulator["simulate"]>[0]["conversationalGoldens"][number],
  user: User | ((golden: ConversationalGolden) => User),
  {
    agent = agentWith() as Agent,
    ...more
  }: { agent?: Agent; cassettes?: { directory: string; mode: "record" | "replay" } } = {},
): Promise<ConversationalTestCase> {
  const simulator = new ConversationSimulator({ agent, user, environment: shop, seed: "1" });
  const [testCase] = await simulator.simulate({ conversationalGoldens: [given], ...more });
  if (testCase === undefined) throw new Error("nothing was simulated");
  return testCase;
}
const original = () => hold(golden, new ScriptedUser(["Hi, a refund please.", "It's A-1042.", "Yes, please."]));

describe("forkFrom", () => {
  it("goes on as before where nothing is changed", async () => {
    const first = await original();
    const fork = forkFrom(first, 3);
    expect(fork.turns?.map(({ content }) => content)).to.deep.equal(said(first).slice(0, 2));
    const again = await hold(fork, scriptUser);
    expect(said(again)).to.deep.equal(said(first));
    expect(again.seededTurns).to.equal(2);
  });

  it("varies one thing from there: the words, the golden, or the agent", async () => {
    const first = await original();
    const other = await hold(forkFrom(first, 5, { say: ["No, don't."] }), scriptUser);
    expect(said(other).slice(0, 4)).to.deep.equal(said(first).slice(0, 4));
    expect(said(other)[5]).to.equal("As you wish. Tell me if I can do anything else.");
    const declined = await hold(forkFrom(first, 5, { ...golden, id: "declines", confirms: false }), new AgendaUser());
    expect(said(declined)[5]).to.equal("As you wish. Tell me if I can do anything else.");
    const hasty = await hold(forkFrom(first, 3), scriptUser, { agent: agentWith("skips-consent") });
    expect(said(hasty)[3]).to.equal("I have refunded $59.90 for order A-1042.");
  });

  it("has the user speak anew where the change is about the user, and not in words laid down before", async () => {
    const first = await original();
    expect(forkFrom(first, 3, { name: "what if", initialState: {} }).metadata).to.have.property("script");
    const facts = { ...golden.facts, order_id: "A-1043" };
    for (const change of [{ ...golden, facts }, { facts }, { goals: ["Cancel it."] }, { confirms: false }])
      expect(forkFrom(first, 3, change).metadata, Object.keys(change).join()).to.not.have.property("script");
    expect(forkFrom(first, 3, { facts, say: ["No."] }).metadata).to.have.property("script");
    const simulator = new ConversationSimulator({ agent: agentWith(), environment: shop, seed: "1" }, { env: {} });
    const fork = forkFrom(first, 3, { ...golden, id: "other", facts });
    const [other] = await simulator.simulate({ conversationalGoldens: [fork] });
    const words = said(other ?? first)
      .slice(2)
      .join(" ");
    expect(words).to.contain("A-1043").and.not.contain("A-1042.");
    const [again] = await simulator.simulate({ conversationalGoldens: [forkFrom(other ?? first, 3)] });
    expect(said(again ?? first)).to.deep.equal(said(other ?? first));
    const forkedAgain = forkFrom({ ...first, metadata: forkFrom(first, 3).metadata ?? {} }, 3, { facts });
    expect(forkedAgain.metadata).to.not.have.property("script");
  });

  it("refuses what is no test case of a conversation", () => {
    for (const given of [{}, undefined, null, [], "x", 3])
      expect(() => forkFrom(given as never, 1)).to.throw("forkFrom takes the test case of a conversation");
  });

  it("begins before the user's turn where the turn is the agent's", async () => {
    const first = await original();
    const fork = forkFrom(first, 4);
    expect(fork.turns).to.have.length(2);
    expect(said(await hold(fork, scriptUser))).to.deep.equal(said(first));
  });

  it("keeps what is asserted and says where it comes from", async () => {
    const fork = forkFrom(await original(), 3);
    expect(fork).to.deep.include({
      id: "broken-headphones-from-3",
      confirmBefore: ["refund_order"],
      forbiddenTools: ["delete_account"],
    });
    expect(fork.metadata?.["forkedFrom"]).to.deep.equal({ golden: "broken-headphones", turn: 3, seed: "1" });
    expect(fork.turns?.every(({ traceId }) => traceId === undefined)).to.equal(true);
  });

  it("is recorded and replayed with a cassette of its own", async () => {
    const directory = mkdtempSync(join(tmpdir(), "fork-"));
    try {
      let asked = 0;
      const think = withCassette(async (words: string | null) => `${String((asked += 1))}: ${String(words)}`, {
        name: "think",
      });
      const agent: Agent = ({ input }) => think(input);
      const first = await hold(golden, new ScriptedUser(["one", "two"]), { agent });
      const fork = forkFrom(first, 3, { say: ["three"] });
      const recorded = await hold(fork, scriptUser, { agent, cassettes: { directory, mode: "record" } });
      const calls = asked;
      const replayed = await hold(fork, scriptUser, { agent, cassettes: { directory, mode: "replay" } });
      expect(asked).to.equal(calls);
      expect(said(replayed)).to.deep.equal(said(recorded)).and.deep.equal(["one", "1: one", "three", "3: three"]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("names the turns that there are", async () => {
    const first = await original();
    expect(() => forkFrom(first, 9)).to.throw("forkFrom: turn is 9; the conversation has turns 1 to 6.");
    expect(() => forkFrom(first, 0)).to.throw("turn is 0");
  });
});
