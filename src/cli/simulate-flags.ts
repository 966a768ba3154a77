import type { Gate } from "../evaluation/gate.js";

/** The options of `rehearsal simulate`, as commander gives them. */
export interface SimulateFlags {
  /** Required. Not left to commander, which would then miss it before it saw an option that was misspelt. */
  readonly agent?: string;
  readonly only?: readonly string[];
  readonly trials?: number;
  /** The only one to hold. */
  readonly trial?: number;
  readonly gate?: Gate;
  readonly maxInfrastructure?: number;
  /** False: `--no-early-stop`. */
  readonly earlyStop: boolean;
  readonly seed?: string;
  readonly maxTurns?: number;
  readonly turnTimeout?: number;
  readonly concurrency?: number;
  readonly show: "all" | "failing";
  readonly conversations: "all" | "failing" | "none";
  readonly user?: "rules" | "model";
  readonly strict?: true;
  /** False: `--no-record`. */
  readonly record: boolean;
  /** A directory; true: the default; false: none. */
  readonly journal?: string | boolean;
  /** The id of a run; true: the newest. */
  readonly resume?: string | true;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  /** A JSON file. */
  readonly prices?: string;
  readonly dryRun?: true;
  /** Where answers are recorded. */
  readonly cassettes?: string;
  /** `--record`: answers, and not the run, of which `record` speaks. */
  readonly recordCassettes?: true;
  readonly replay?: true;
  /** False: `--no-progress`. */
  readonly progress: boolean;
  readonly recordDir?: string;
  readonly json?: true;
  /** The file for JUnit's XML. */
  readonly junit?: string;
  /** What becomes of the agent's own tools that may write. */
  readonly writes?: "refuse" | "pass";
}
