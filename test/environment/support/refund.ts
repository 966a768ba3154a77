import { interceptTools, mock } from "../../../src/environment/index.js";
import type { Agent } from "../../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { observe } from "../../../src/tracing/index.js";

export const args = { order_id: "A-1" };
export const done = { ok: true };
export const observed = (name: string) => observe({ type: "tool", name }, async (_: object) => done);
export const refund = observed("refund_order");
export const mocked = interceptTools({ refund_order: mock(done) });

/** A conversation with this agent about a refund. */
export async function held(agent: Agent, options: ConversationSimulatorOptions, lines = ["Refund A-1.", "Thanks."]) {
  const simulator = new ConversationSimulator(
    { agent, user: new ScriptedUser(lines), ...options },
    { env: {}, warn: () => undefined },
  );
  const [testCase] = await simulator.simulate({ conversationalGoldens: [{ id: "g", scenario: "A refund." }] });
  if (testCase === undefined) throw new Error("no test case");
  return testCase;
}
