import type { Agent } from "../../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { ScriptedScenario } from "../../../src/simulator/steps/scripted-scenario.js";
import type { Check, Step } from "../../../src/simulator/steps/step.js";
import type { User } from "../../../src/simulator/user.js";
import { virtualClock } from "../../support/virtual-clock.js";
import { only, type OneOptions } from "../support.js";

/** Tells the number of its turn, and what it was told. */
export const agent: Agent = ({ input, turns }) => `Reply ${String(turns.length + 1)} to ${String(input)}`;

interface Around extends Omit<ConversationSimulatorOptions, "agent" | "user">, OneOptions {
  readonly agent?: Agent;
  readonly usual?: User;
  readonly traced?: boolean;
}

/** One conversation by a script. */
export async function play(script: readonly (Step | Check)[], around: Around = {}) {
  const { agent: asked = agent, golden, max, usual, traced = false, simulate, ...options } = around;
  const user = new ScriptedScenario(script, usual === undefined ? {} : { user: usual });
  const simulator = new ConversationSimulator(
    { agent: asked, user, clock: virtualClock(), ...options },
    traced ? { env: {} } : { loadTracing: async () => undefined, env: {} },
  );
  return only(simulator, { golden, max, simulate });
}
