import { RehearsalError } from "../../errors.js";
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
}

/** The options, checked, with a simulator made where none is given. */
export function describeSettings(options: DescribeGoldensOptions, hasBody: boolean): DescribeSettings {
  const { concurrency = 4, maxUserSimulations, metrics, ...rest } = options;
  for (const later of ["trials", "gate"]) {
    if (!(later in rest)) continue;
    throw wrong(`"${later}" is not there yet; a golden's own trials are held and asserted one by one`);
  }
  if (!Number.isInteger(concurrency) || concurrency < 1) throw wrong("concurrency must be a whole number from 1");
  if (hasBody && metrics !== undefined)
    throw wrong("metrics are for describeGoldens without a body; assert them in it");
  return {
    concurrency,
    simulator: simulatorOf(rest),
    ...(maxUserSimulations === undefined ? {} : { maxUserSimulations }),
    ...(metrics === undefined ? {} : { metrics }),
  };
}

function simulatorOf(options: object): Simulates {
  if (!("simulator" in options))
    return new ConversationSimulator({ ...options, maxConcurrent: Number.MAX_SAFE_INTEGER });
  const other = Object.keys(options).find((key) => key !== "simulator");
  if (other !== undefined) throw wrong(`"${other}" belongs to the simulator, and there is one already`);
  return options.simulator as Simulates;
}

const wrong = (what: string): RehearsalError => new RehearsalError("invalid_input", `describeGoldens: ${what}`);
