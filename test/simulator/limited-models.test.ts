import { expect } from "chai";
import type { LanguageModel } from "../../src/models/language-model.js";
import { limitModel } from "../../src/models/limit-model.js";
import { settingsOf } from "../../src/simulator/options.js";
import { simulate } from "../../src/simulator/simulate.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import { virtualClock, type VirtualClock } from "../support/virtual-clock.js";

const goldens = Array.from({ length: 12 }, (_, at) => ({ id: `g${String(at)}`, scenario: `Refund ${String(at)}.` }));

/** Plays users that say what they were asked with, a tenth of a second later. */
function slowModel(clock: VirtualClock) {
  const seen = { inFlight: 0, most: 0 };
  const model: LanguageModel = {
    id: "slow",
    generate: async ({ messages, seed }) => {
      seen.inFlight += 1;
      seen.most = Math.max(seen.most, seen.inFlight);
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 100));
      seen.inFlight -= 1;
      const json = { say: `${String(messages.length)} ${String(seed)}`, done: messages.length > 5, reason: "enough" };
      return { text: "", json, toolCalls: [], usage: { inputTokens: null, outputTokens: null } };
    },
  };
  return { model, seen };
}

async function run(maxConcurrent: number, limit: number | null) {
  const clock = virtualClock();
  const { model, seen } = slowModel(clock);
  const limited = limit === null ? model : limitModel(model, { maxConcurrent: limit }, { clock });
  const user = new LanguageModelUser({ model: limited });
  const settings = settingsOf({ agent: ({ input }) => `You said ${String(input)}.`, user, clock, maxConcurrent });
  let isDone = false;
  const simulated = simulate({ conversationalGoldens: goldens }, settings, {
    loadTracing: async () => undefined,
    env: {},
  }).finally(() => (isDone = true));
  // What loads modules takes time that is not the clock's.
  while (!isDone) await (seen.inFlight > 0 ? clock.advance(100) : new Promise(setImmediate));
  return { cases: JSON.stringify(await simulated), most: seen.most };
}

describe("a limit on the model that plays the users", () => {
  it("holds across conversations, and changes no result, whatever runs at once", async () => {
    const plain = await run(12, null);
    expect(plain.most).to.equal(12);
    expect(plain.cases).to.include("You said");
    for (const [maxConcurrent, limit] of [
      [1, null],
      [12, 3],
      [12, 1],
    ] as const) {
      const { cases, most } = await run(maxConcurrent, limit);
      expect(cases).to.equal(plain.cases);
      expect(most).to.equal(Math.min(maxConcurrent, limit ?? maxConcurrent));
    }
  });
});
