import { RehearsalError } from "../../errors.js";
import { checkedGate, type Gate } from "../../evaluation/gate.js";
import { given } from "../../evaluation/given.js";
import { infrastructureShare } from "../../evaluation/infrastructure.js";
import { metricList } from "../../evaluation/metric-list.js";
import type { ConversationSimulatorOptions, SimulateOptions } from "../../simulator/index.js";
import { ConversationSimulator } from "../../simulator/index.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { Metric } from "../../test-case/metric.js";

/** What holds the conversations. */
export interface Simulates {
  simulate(options: SimulateOptions): Promise<readonly ConversationalTestCase[]>;
}

interface AboutTests {
  /** How many conversations run at once: the one that a test waits for, and the next ones. Absent: 4. */
  readonly concurrency?: number;
  /** The most user turns of a conversation. Absent: the simulator's default. */
  readonly maxUserSimulations?: number;
  /**
   * Where answers of models are recorded and replayed, as for `simulate`: tests without key, cost or network.
   * Absent: nowhere.
   */
  readonly cassettes?: SimulateOptions["cassettes"];
  /**
   * Where finished turns are kept, as for `simulate`, so that tests that were broken off go on. What is there is not held
   * again, by a retry neither: remove the directory once the tests are over. Absent: nowhere.
   */
  readonly journal?: SimulateOptions["journal"];
  /** How many conversations of each golden are held, each asserted in a test of its own. Absent: what each golden states, else 1. */
  readonly trials?: number;
  /** What the trials must reach together, asserted by a test at the end. Not with a body. Absent: each must pass. */
  readonly gate?: Gate;
  /** Whether trials are left out that can't change what comes of the gate any more; false: all are held. Absent: true. */
  readonly earlyStop?: boolean;
  /** The largest share of conversations broken off by infrastructure with which the gate may pass. Absent: 0.05. */
  readonly maxInfrastructureShare?: number;
  /** Besides those for what the goldens state; not with a body, which asserts by itself. Absent: none. */
  readonly metrics?: readonly Metric[];
}

/** The agent, with options of the simulator, or a simulator that has it. */
export type DescribeGoldensOptions =
  | (AboutTests & { readonly simulator: Simulates })
  | (AboutTests & Omit<ConversationSimulatorOptions, "maxConcurrent" | "signal">);

export interface DescribeSettings extends AboutTests {
  readonly concurrency: number;
  readonly simulator: Simulates;
  readonly maxInfrastructureShare: number;
  readonly earlyStop: boolean;
}

/** The options, checked, with a simulator made where none is given. */
export function describeSettings(options: DescribeGoldensOptions, hasBody: boolean): DescribeSettings {
  if (typeof options !== "object" || options === null) {
    throw wrong(`the third argument must hold the agent, as in { agent }; it is ${given(options)}`);
  }
  const { concurrency = 4, metrics, trials, gate, maxInfrastructureShare, earlyStop, ...more } = options;
  const { maxUserSimulations, cassettes, journal, ...rest } = more;
  if (trials !== undefined && (!Number.isSafeInteger(trials) || trials < 1))
    throw wrong(`trials must be a whole number from 1; it is ${given(trials)}`);
  if (hasBody && gate !== undefined)
    throw wrong("a gate is for describeGoldens without a body, whose tests it can't judge");
  if (earlyStop !== undefined && typeof earlyStop !== "boolean")
    throw wrong(`earlyStop must be true or false; it is ${given(earlyStop)}`);
  if (earlyStop !== undefined && gate === undefined) throw wrong("earlyStop says when a gate ends, and there is none");
  if (!Number.isInteger(concurrency) || concurrency < 1) throw wrong("concurrency must be a whole number from 1");
  if (hasBody && metrics !== undefined)
    throw wrong("metrics are for describeGoldens without a body; assert them in it");
  metricList(metrics, "describeGoldens");
  return {
    concurrency,
    maxInfrastructureShare: infrastructureShare(maxInfrastructureShare, "describeGoldens"),
    ...(trials === undefined ? {} : { trials }),
    ...(gate === undefined ? {} : { gate: checkedGate(gate, "describeGoldens") }),
    simulator: simulatorOf(rest),
    earlyStop: earlyStop ?? true,
    ...(maxUserSimulations === undefined ? {} : { maxUserSimulations }),
    ...(cassettes === undefined ? {} : { cassettes }),
    ...(journal === undefined ? {} : { journal }),
    ...(metrics === undefined ? {} : { metrics }),
  };
}

function simulatorOf(options: object): Simulates {
  if (!("simulator" in options))
    return new ConversationSimulator({ ...options, maxConcurrent: Number.MAX_SAFE_INTEGER });
  const other = Object.keys(options).find((key) => key !== "simulator");
  if (other !== undefined) throw wrong(`"${other}" belongs to the simulator, and there is one already`);
  const { simulator } = options;
  if (typeof simulator === "object" && simulator !== null && "simulate" in simulator) return simulator as Simulates;
  throw wrong(`simulator must be one, as in new ConversationSimulator({ agent }); it is ${given(simulator)}`);
}

const wrong = (what: string): RehearsalError => new RehearsalError("invalid_input", `describeGoldens: ${what}`);
