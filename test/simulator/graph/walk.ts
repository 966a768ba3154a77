import type { ScriptedReply } from "../../../src/models/scripted-model.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { SimulationNode } from "../../../src/simulator/graph/simulation-node.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { only, type OneOptions } from "../support.js";

export const node = (name: string, more: Partial<ConstructorParameters<typeof SimulationNode>[0]> = {}) =>
  new SimulationNode({ name, action: `I am at ${name}.`, ...more });
export const choice = (choice: number | null): ScriptedReply => ({ json: { reason: "it fits", choice } });
/** Answers each line with its own words. */
export const echo: Agent = ({ input }) => `You said: ${String(input)}`;

interface Around extends Omit<ConversationSimulatorOptions, "agent" | "user">, OneOptions {
  readonly agent?: Agent;
}

/** One conversation with a graph. */
export async function walk(user: ConversationSimulatorOptions["user"], around: Around = {}) {
  const { agent = echo, golden, max, simulate, ...options } = around;
  const simulator = new ConversationSimulator(
    { agent, ...(user !== undefined && { user }), detectLoops: false, ...options },
    { loadTracing: async () => undefined, env: {} },
  );
  return only(simulator, { golden, max, simulate });
}
