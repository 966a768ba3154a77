import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import type { Agent } from "../../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import type { User } from "../../../src/simulator/user.js";

export const outcome = "The order is refunded.";
const untraced = { loadTracing: async () => undefined, env: {} };
/** Says another line each time, for ever. */
const talker: User = { name: "talker", next: ({ userTurns }) => ({ say: `line ${String(userTurns + 1)}` }) };

/** One conversation of at most eight user turns. */
export async function held(
  agent: Agent,
  options: Omit<ConversationSimulatorOptions, "agent"> = {},
  golden: Partial<ConversationalGoldenInput> = {},
) {
  const simulator = new ConversationSimulator({ agent, user: talker, ...options }, untraced);
  const [testCase] = await simulator.simulate({
    conversationalGoldens: [{ id: "g", scenario: "A refund.", expectedOutcome: outcome, ...golden }],
    maxUserSimulations: 8,
  });
  if (testCase === undefined) throw new Error("no test case");
  return testCase;
}
