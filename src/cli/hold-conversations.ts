import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { Agent } from "../simulator/agent.js";
import type { Prices } from "../simulator/ceiling/prices.js";
import type { CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import { LanguageModelUser } from "../simulator/users/language-model-user.js";
import { ConversationSimulator } from "../simulator/simulator.js";
import type { User } from "../simulator/user.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { inFlags } from "./in-flags.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";

export interface HeldWith {
  readonly agent: Agent;
  readonly user: User;
  readonly seed: string;
  /** Where it is kept what was said. Undefined: nowhere. */
  readonly journal: string | undefined;
  readonly cassettes: CassetteDirectoryOptions | undefined;
  readonly prices: Prices | undefined;
  /** Is told what could not be done as it was asked. */
  readonly warn: (message: string) => void;
}

/** Simulates as the flags say, and shows how far it is. */
export async function holdConversations(
  goldens: readonly ConversationalGolden[],
  { agent, user, seed, journal, cassettes, prices, warn }: HeldWith,
  { concurrency, turnTimeout, maxTurns, maxTokens, maxCost, progress: isShown }: SimulateFlags,
  { signal, progress, screen, env }: Pick<Shell, "signal" | "progress" | "screen" | "env">,
): Promise<readonly ConversationalTestCase[]> {
  const simulator = new ConversationSimulator(
    {
      agent,
      // A model is taken from the environment once more by the simulator, which then records it.
      ...((cassettes === undefined || !(user instanceof LanguageModelUser)) && { user }),
      seed,
      signal,
      ...(concurrency !== undefined && { maxConcurrent: concurrency }),
      ...(turnTimeout !== undefined && { turnTimeoutMs: turnTimeout * 1000 }),
    },
    { env, screen, warn },
  );
  const all = goldens.reduce((sum, { trials = 1 }) => sum + trials, 0);
  let ended = 0;
  const tell = () => progress(`${String(ended)} of ${String(all)} conversations`);
  tell();
  const testCases = await simulator.simulate({
    conversationalGoldens: goldens,
    onSimulationComplete: () => {
      ended += 1;
      tell();
    },
    showIndicator: isShown,
    ...(maxTurns !== undefined && { maxUserSimulations: maxTurns }),
    ...(journal !== undefined && { journal }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
    ...(cassettes !== undefined && { cassettes }),
    ...(prices !== undefined && { prices }),
  });
  return testCases.map(inFlags);
}
