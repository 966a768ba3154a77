import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import { renderTerminal } from "../../src/report/terminal.js";
import type { Agent } from "../../src/simulator/agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { only } from "../simulator/support.js";

const reply = (content: string) => ({ role: "assistant" as const, content, toolsCalled: [] });

/** Keeps what it was told in its own memory. */
function forgetful(): Agent {
  const told: string[] = [];
  return ({ input }) => {
    told.push(String(input));
    return reply(told.length === 3 ? "You are Ada: it is refunded." : `I heard ${String(told.length)}.`);
  };
}

describe("a conversation that another run went on with", () => {
  let journal: string;
  beforeEach(() => void (journal = mkdtempSync(join(tmpdir(), "resumed-"))));
  afterEach(() => rmSync(journal, { recursive: true }));

  const held = (agent: Agent, golden: object, signal?: AbortSignal) =>
    only(
      new ConversationSimulator({ agent, user: new ScriptedUser(["I am Ada.", "Refund it.", "Well?"]) }, { env: {} }),
      {
        golden,
        simulate: { journal, ...(signal && { signal }) },
      },
    );
  /** Broken off by its caller after the first reply, and gone on with by another agent. */
  async function goneOn(golden: object, agent: Agent = forgetful()) {
    const caller = new AbortController();
    const first = forgetful();
    let calls = 0;
    await held(
      (input) => {
        if (++calls === 2) caller.abort(new Error("enough"));
        return first(input);
      },
      golden,
      caller.signal,
    );
    const testCase = await held(agent, golden);
    // A journal that is finished says it, too.
    expect((await held(forgetful(), golden)).resumedAt).to.deep.equal([4]);
    expect(testCase.resumedAt).to.deep.equal([4]);
    const run = await evaluate([testCase], { record: false });
    return { run, result: run.results[0] };
  }

  it("says so at the turn, in the report and the message, and the blame is not certain of the agent", async () => {
    const { run, result } = await goneOn({ mustCommunicate: ["You are Ada"] });
    expect(result?.verdict).to.equal("failed");
    expect(result).to.not.have.property("blame");
    const sentence =
      /the conversation was gone on with at turn 4, by another run, .* so that it can't be told whether the agent/;
    expect(result && failureMessage(result)).to.match(new RegExp(`\nresumed: ${sentence.source}`));
    expect(renderTerminal(run).replace(/\s+/g, " ")).to.match(sentence);
  });

  it("is nobody's fault for sure where the agent throws afterwards", async () => {
    const lost: Agent = () => {
      throw new TypeError("no session");
    };
    const { result } = await goneOn({ mustCommunicate: ["You are Ada"] }, lost);
    expect(result?.verdict).to.equal("errored");
    expect(result).to.not.have.property("blame");
  });

  it("is the agent's for what it must never do", async () => {
    const bad: Agent = () => ({ role: "assistant", content: "ok", toolsCalled: [{ name: "wipe" }] });
    expect((await goneOn({ forbiddenTools: ["wipe"] }, bad)).result?.blame?.party).to.equal("agent");
  });

  it("is the agent's for what it had said before", async () => {
    expect((await goneOn({ mustNotCommunicate: ["I heard 1."] }, () => reply("ok"))).result?.blame?.party).to.equal(
      "agent",
    );
  });

  it("is none where one run held it all, or where the agent had said nothing yet", async () => {
    expect(await held(forgetful(), {})).to.not.have.property("resumedAt");
    rmSync(journal, { recursive: true });
    const caller = new AbortController();
    const gone: Agent = () => {
      caller.abort(new Error("enough"));
      return reply("ok");
    };
    await held(gone, {}, caller.signal);
    expect(await held(forgetful(), {})).to.not.have.property("resumedAt");
  });
});
