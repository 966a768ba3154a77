import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { Prices } from "../simulator/ceiling/prices.js";
import type { CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import { LanguageModelUser } from "../simulator/users/language-model-user.js";
import { ConversationSimulator } from "../simulator/simulator.js";
import type { User } from "../simulator/user.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { counted } from "../test-case/counted.js";
import { idleText } from "./cassette-flags.js";
import type { GateWatch } from "./gate-watch.js";
import { inFlags } from "./in-flags.js";
import type { LoadedAgent } from "./load-agent.js";
import { refusedInFlags } from "./refusal.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";

export interface HeldWith {
  /** The agent, and what surrounds it. */
  readonly loaded: LoadedAgent;
  readonly user: User;
  readonly seed: string;
  /** Where it is kept what was said. Undefined: nowhere. */
  readonly journal: string | undefined;
  readonly cassettes: CassetteDirectoryOptions | undefined;
  readonly prices: Prices | undefined;
  /** Is told what could not be done as it was asked. */
  readonly warn: (message: string) => void;
  /** Is told that a replay which was asked for answered nothing. */
  readonly idleReplay: (message: string) => void;
  /** May end the run before all is held, and decides what counts then. */
  readonly gate: Pick<GateWatch, "signal" | "ended" | "kept"> | undefined;
}

/** Simulates as the flags say, and shows how far it is. */
export async function holdConversations(
  goldens: readonly ConversationalGolden[],
  { loaded, user, seed, journal, cassettes, prices, warn, idleReplay, gate }: HeldWith,
  flags: SimulateFlags,
  { signal, progress, screen, env }: Pick<Shell, "signal" | "progress" | "screen" | "env">,
): Promise<readonly ConversationalTestCase[]> {
  const { concurrency, turnTimeout, maxTurns, maxTokens, maxCost, trial, progress: isShown } = flags;
  const simulator = new ConversationSimulator(
    {
      ...loaded,
      ...(flags.writes !== undefined && {
        intercept: { rules: loaded.intercept?.rules ?? new Map(), writes: flags.writes },
      }),
      // A model is taken from the environment once more by the simulator, which then records it; and who is not asked for
      // by --user is what the simulator takes by itself.
      ...(flags.user !== undefined && (cassettes === undefined || !(user instanceof LanguageModelUser)) && { user }),
      seed,
      signal,
      ...(concurrency !== undefined && { maxConcurrent: concurrency }),
      ...(turnTimeout !== undefined && { turnTimeoutMs: turnTimeout * 1000 }),
    },
    {
      env,
      screen,
      warn,
      playScripts: flags.user === undefined,
      ...(flags.resume !== undefined && { givenBack: () => undefined }),
      idleCassettes: (mode) => {
        const told = idleText(mode, flags);
        if (told !== undefined) (flags.replay === true ? idleReplay : warn)(told);
      },
    },
  );
  const all = goldens.reduce((sum, { trials = 1 }) => sum + (trial === undefined ? trials : 1), 0);
  let ended = 0;
  const tell = () => progress(`${String(ended)} of ${counted(all, "conversation")}`);
  tell();
  const testCases = await simulator
    .simulate({
      conversationalGoldens: goldens,
      onSimulationComplete: (testCase, index) => {
        ended += 1;
        tell();
        return gate?.ended(testCase, index);
      },
      showIndicator: isShown,
      ...(gate !== undefined && { signal: gate.signal }),
      ...(trial !== undefined && { trial }),
      ...(maxTurns !== undefined && { maxUserSimulations: maxTurns }),
      ...(journal !== undefined && { journal }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(maxCost !== undefined && { maxCost }),
      ...(cassettes !== undefined && { cassettes }),
      ...(prices !== undefined && { prices }),
    })
    .catch((error: unknown) => {
      throw refusedInFlags(error);
    });
  return (gate?.kept(testCases) ?? testCases).map(inFlags);
}
