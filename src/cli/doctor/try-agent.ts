import { ConversationSimulator } from "../../simulator/simulator.js";
import { ScriptedUser } from "../../simulator/users/scripted-user.js";
import { tracingStatus } from "../../tracing/provider/status.js";
import { RehearsalError } from "../../errors.js";
import { loadAgent } from "../load-agent.js";
import type { Shell } from "../shell.js";
import type { AgentFacts } from "./agent-checks.js";

/** Says one thing to the agent, in the way a simulated user would. */
export async function tryAgent(
  named: string,
  input: string,
  { cwd, signal }: Pick<Shell, "cwd" | "signal">,
): Promise<AgentFacts> {
  const loaded = await loadAgent(named, cwd, signal);
  const before = tracingStatus().droppedAttributes;
  const simulator = new ConversationSimulator({ ...loaded, user: new ScriptedUser([input]), signal });
  const [testCase] = await simulator.simulate({
    conversationalGoldens: [{ id: "doctor", scenario: "Somebody sees whether the agent's work is traced." }],
  });
  if (testCase === undefined) throw new RehearsalError("agent_failed", `--agent ${named}: no turn came of it.`);
  return { testCase, droppedAttributes: tracingStatus().droppedAttributes - before };
}
