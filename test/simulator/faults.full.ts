import { expect } from "chai";
import { OpenAIModel } from "../../src/models/openai-model.js";
import type { Agent } from "../../src/simulator/agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { answer, everyFault, startOpenAIServer, type Behaviour } from "../support/openai-server.js";

const TURNS = 3;
const TURN_TIMEOUT_MS = 10_000;
const names = ["first", "victim", "last"];
const goldens = names.map((id) => ({ id, scenario: `The matter of the ${id}.` }));

/** The user's model is asked over the wire, and so is the agent's: whose request it is tells the scenario or the words. */
async function held(fault: Behaviour | undefined, at: { party: "user" | "agent"; turn: number; times: number }) {
  let happened = 0;
  await using server = await startOpenAIServer(({ body }) => {
    const text = JSON.stringify(body);
    const isAgent = text.includes("You are the shop.");
    const lines = (text.match(/line of the/g) ?? []).length;
    const isDue =
      text.includes("victim") && isAgent === (at.party === "agent") && lines === at.turn - (isAgent ? 0 : 1);
    if (fault !== undefined && isDue && happened < at.times) {
      happened += 1;
      return fault;
    }
    if (isAgent) return `The shop answers ${names.find((name) => text.includes(`line of the ${name}`)) ?? ""}.`;
    const who = names.find((name) => text.includes(`The matter of the ${name}`)) ?? "nobody";
    return answer.json({ say: `A line of the ${who}, number ${String(lines + 1)}.`, done: false, reason: "goes on" });
  });
  const options = { baseURL: server.baseURL, apiKey: "none", model: "test", maxRetries: 2 };
  const [user, shop] = [new OpenAIModel(options), new OpenAIModel(options)];
  const agent: Agent = async ({ turns, signal }) => {
    const history = turns.map(({ role, content }) => ({ role, content }));
    const { text } = await shop.generate({
      messages: [{ role: "system", content: "You are the shop." }, ...history],
      signal,
    });
    return text;
  };
  const began = performance.now();
  const simulator = new ConversationSimulator({ agent, model: user, turnTimeoutMs: TURN_TIMEOUT_MS });
  const cases = await simulator.simulate({ conversationalGoldens: goldens, maxUserSimulations: TURNS });
  return { cases, tookMs: performance.now() - began, happened };
}

/** What is said of each fault; `passes`: at whom it goes by where it happens but once. */
const known: Readonly<Record<keyof typeof everyFault, { says: RegExp; passes: readonly string[]; isLate?: true }>> = {
  "401": { says: /HTTP 401: Incorrect API key provided\. Check the key/, passes: [] },
  "500": { says: /HTTP 500 \(3 attempts\): The server had an error/, passes: ["user", "agent"] },
  "429 with Retry-After": { says: /HTTP 429 \(3 attempts\): Rate limit reached/, passes: ["user", "agent"] },
  "429 without Retry-After": { says: /HTTP 429 \(3 attempts\): Rate limit reached/, passes: ["user", "agent"] },
  "429 with an empty body": { says: /HTTP 429 \(3 attempts\): no message/, passes: ["user", "agent"] },
  hang: { says: /did not answer within 10000 ms \(turnTimeoutMs\)/, passes: [], isLate: true },
  "hang after headers": { says: /did not answer within 10000 ms \(turnTimeoutMs\)/, passes: [], isLate: true },
  disconnect: { says: /connection failed \(3 attempts\)/, passes: ["user", "agent"] },
  "cut body": { says: /connection failed \(3 attempts\)/, passes: ["user", "agent"] },
  "malformed JSON": { says: /answered something that is no JSON/, passes: ["user"] },
  "a page instead of JSON": { says: /no chat completion: <html>/, passes: [] },
  "no choices": { says: /no chat completion: .*"choices":\[\]/, passes: [] },
  "empty completion": { says: /answered nothing usable 3 times in a row/, passes: ["user", "agent"] },
  refusal: { says: /refused to answer \("I can't help with that\."\)/, passes: ["user"] },
  "content filter": { says: /stopped by the provider's content filter/, passes: ["user"] },
};

const said = ({ turns, error, endReason }: ConversationalTestCase) => ({
  turns: turns.map(({ role, content }) => [role, content]),
  error,
  endReason,
});

describe("a simulation whose models fail", function () {
  this.timeout(240_000);
  let whole: ReturnType<typeof said>[];
  before(async () => {
    whole = (await held(undefined, { party: "user", turn: 0, times: 0 })).cases.map(said);
    for (const { turns, error } of whole) expect([turns.length, error]).to.deep.equal([2 * TURNS, undefined]);
  });

  for (const party of ["user", "agent"] as const)
    for (let turn = 1; turn <= TURNS; turn++)
      for (const times of [1, Infinity])
        it(`once recovers or is one failed result with its cause: ${party}, turn ${String(turn)}, ${times === 1 ? "once" : "for good"}`, async () => {
          const runs = Object.entries(everyFault).map(async ([name, fault]) => ({
            name,
            ...(await held(fault, { party, turn, times })),
          }));
          for (const { name, cases, tookMs, happened } of await Promise.all(runs)) {
            expect(happened, `${name} happened`).to.be.within(1, times);
            const about = known[name];
            if (about === undefined) throw new Error(`nothing is known of the fault "${name}"`);
            const { says, passes, isLate = false } = about;
            // What hangs takes one deadline and no second; nothing else comes near it.
            const [least, most] = isLate ? [TURN_TIMEOUT_MS, TURN_TIMEOUT_MS + 5000] : [0, TURN_TIMEOUT_MS];
            expect(tookMs, `${name}: in time`).to.be.within(least, most);
            const [first, victim, last] = cases.map(said);
            expect([first, last], `${name}: the others`).to.deep.equal([whole[0], whole[2]]);
            // An empty reply of the agent is a reply.
            if (passes.includes(party) && (times === 1 || (name === "empty completion" && party === "agent"))) {
              expect([victim?.error, victim?.endReason?.by], name).to.deep.equal([undefined, "cap"]);
              expect(victim?.turns, name).to.have.lengthOf(2 * TURNS);
              continue;
            }
            const done = 2 * (turn - 1) + (party === "agent" ? 1 : 0);
            expect(victim?.turns.length, name).to.equal(done);
            if (name === "empty completion") {
              expect(victim?.endReason, name).to.include({ by: "user", fault: "empty" });
              expect(victim?.endReason?.reason, name).to.match(says);
              continue;
            }
            const who = party === "agent" ? "The agent" : "The simulated user";
            expect(victim?.error, name).to.match(says);
            expect(victim?.error, name).to.match(new RegExp(`^Golden "victim", turn ${String(done + 1)}: ${who} `));
          }
        });
});
