import { setTimeout } from "node:timers/promises";
import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import { observe } from "../../../src/tracing/observe/observe.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";

/** 100 goldens of two trials, five turns each, with an agent that calls a tool. */
export function killedRun(tell: (line: string) => void = () => undefined): {
  readonly settings: ConversationSimulatorOptions;
  readonly goldens: readonly ConversationalGoldenInput[];
} {
  const lookUp = observe({ type: "tool", name: "look_up" }, async ({ said }: { said: string | null }) => {
    // Some milliseconds, so that a kill falls into a call that waits.
    await setTimeout(3);
    return said?.length;
  });
  return {
    settings: {
      agent: async ({ input, threadId, turns }) => {
        const length = await lookUp({ said: input });
        tell(`${threadId} ${String(turns.length)}`);
        return `You said ${String(length)} characters.`;
      },
      user: new ScriptedUser(({ userTurns, random }) =>
        userTurns === 4 ? { say: `bye ${String(random())}`, thenEnd: "that was all" } : `line ${String(random())}`,
      ),
      maxConcurrent: 20,
      seed: "kill",
    },
    goldens: Array.from({ length: 100 }, (_, n) => ({ id: `golden ${String(n)}`, scenario: "A chat.", trials: 2 })),
  };
}
