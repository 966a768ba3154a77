import { ConversationalGolden, type ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import { Abandonment } from "../../src/simulator/abandonment.js";
import type { Agent } from "../../src/simulator/agent.js";
import { converse } from "../../src/simulator/conversation.js";
import type { Ports } from "../../src/simulator/ports.js";
import { jobsOf } from "../../src/simulator/jobs.js";
import { textChannel } from "../../src/simulator/text-channel.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { User } from "../../src/simulator/user.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { virtualClock } from "../support/virtual-clock.js";
import type { SimulateOptions } from "../../src/simulator/simulate-options.js";
import type { ConversationSimulator } from "../../src/simulator/simulator.js";

export const golden = (input: Partial<ConversationalGoldenInput> = {}): ConversationalGolden =>
  new ConversationalGolden({ id: "refund", scenario: "A customer wants a refund.", ...input });

export interface HeldOptions extends Partial<Omit<Ports, "channel" | "userFor">> {
  readonly golden?: ConversationalGolden;
  readonly lines?: readonly string[];
  readonly user?: User;
  readonly maxUserSimulations?: number;
}

/** Holds one conversation with a scripted user on a virtual clock, without tracing. */
export function hold(agent: Agent, options: HeldOptions = {}): Promise<ConversationalTestCase> {
  const [job] = jobsOf([options.golden ?? golden()], "seed");
  if (job === undefined) throw new Error("no job");
  const user = options.user ?? new ScriptedUser(options.lines ?? ["one", "two", "three"]);
  return converse(job, {
    channel: textChannel(agent),
    userFor: () => user,
    capsScripts: options.maxUserSimulations !== undefined,
    limits: {
      maxUserSimulations: options.maxUserSimulations ?? 10,
      turnTimeoutMs: 60_000,
      conversationTimeoutMs: 600_000,
    },
    clock: virtualClock(),
    abandonment: new Abandonment([]),
    ...options,
  });
}

/** The turns as `role: content` lines. */
export const lines = ({ turns }: ConversationalTestCase): string[] =>
  turns.map(({ role, content }) => `${role}: ${content}`);

/** A text of everything that a test case tells about how it went wrong. */
export const told = ({ error, endReason }: ConversationalTestCase): string =>
  `${endReason?.by ?? "?"} | ${endReason?.reason ?? "?"} | ${error ?? "no error"}`;

export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Throws anything, errors or not. */
export function hurl(thrown: unknown): never {
  throw thrown;
}

export interface OneOptions {
  readonly golden?: Partial<ConversationalGoldenInput> | undefined;
  /** The most user turns. */
  readonly max?: number | undefined;
  readonly simulate?: Partial<SimulateOptions> | undefined;
}

/** The only conversation of a simulator. */
export async function only(simulator: ConversationSimulator, { golden, max = 10, simulate }: OneOptions) {
  const [testCase] = await simulator.simulate({
    conversationalGoldens: [{ id: "g", scenario: "A refund.", ...golden }],
    maxUserSimulations: max,
    ...simulate,
  });
  if (testCase === undefined) throw new Error("no test case");
  return testCase;
}
