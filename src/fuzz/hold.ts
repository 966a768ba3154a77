import type { InterceptPlan } from "../environment/interception/intercept-tools.js";
import type { Environment } from "../environment/world/environment.js";
import { RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import type { Agent } from "../simulator/agent.js";
import type { Clock } from "../simulator/clock.js";
import { ConversationSimulator } from "../simulator/simulator.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { withFaults } from "../simulator/script/fault-plan.js";
import { personaOf, type Script } from "../simulator/script/script.js";
import { userOf } from "../simulator/script/script-user.js";

/** What surrounds a conversation that is held for a property: all as the simulator's options of the same names. */
export interface Stage {
  /** The agent under test. It is told conversations apart by `threadId`, of which each has its own. */
  readonly agent: Agent;
  /** Where its tools run. Default: they are its own. */
  readonly environment?: Environment | undefined;
  /** What becomes of its own tools. Default: they are called. */
  readonly intercept?: InterceptPlan | undefined;
  /** Ends it; what was found until then is in the result. */
  readonly signal?: AbortSignal | undefined;
  /** An agent that hangs costs this for each conversation that is tried. Milliseconds. Default: 60 000. */
  readonly turnTimeoutMs?: number | undefined;
  /** Milliseconds. Default: 600 000. */
  readonly conversationTimeoutMs?: number | undefined;
  /** Default: the system's. */
  readonly clock?: Clock | undefined;
  /**
   * Records or replays what the agent's models answer, where they are wrapped in `withCassette`; a file for each conversation
   * that is held. The same seed asks the same. Default: nothing is recorded.
   */
  readonly cassettes?: string | CassetteDirectoryOptions | undefined;
}

export interface Held {
  readonly testCase: ConversationalTestCase;
  /** How often the agent was called. */
  readonly agentCalls: number;
}

/** Holds one conversation by its script, under a name of its own. */
export async function holdScript(
  { agent, cassettes, ...stage }: Stage,
  golden: ConversationalGolden,
  { script, id, seed }: { readonly script: Script; readonly id: string; readonly seed: string },
): Promise<Held> {
  let agentCalls = 0;
  const counted: Agent = (input) => {
    agentCalls += 1;
    return agent(input);
  };
  const options = { ...stage, intercept: withFaults(stage.intercept, script.faults) };
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  // A planned fault that no call meets is no slip in a name, and needs no warning.
  const simulator = new ConversationSimulator(
    { ...given, agent: counted, user: userOf(script), seed, maxConcurrent: 1 },
    { env: {}, warn: () => undefined },
  );
  const { trials: _, ...rest } = golden;
  const [testCase] = await simulator.simulate({
    conversationalGoldens: [{ ...rest, ...personaOf(golden, script), id }],
    maxUserSimulations: script.turns.length + 1,
    showIndicator: false,
    ...(cassettes !== undefined && { cassettes }),
  });
  if (testCase === undefined) throw new RehearsalError("invalid_input", `golden "${id}" was not simulated`);
  return { testCase, agentCalls };
}
