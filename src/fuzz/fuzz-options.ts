import { RehearsalError } from "../errors.js";
import {
  conversationalGoldenSchema,
  type ConversationalGolden,
  type ConversationalGoldenInput,
} from "../golden/conversational-golden.js";
import { positiveInteger } from "../simulator/options.js";
import { rootSeed } from "../simulator/random.js";
import { parse } from "../test-case/schema.js";
import { described, unknownOption } from "../test-case/unknown-option.js";
import type { Stage } from "./hold.js";
import type { Invariant } from "../evaluation/invariants/invariant.js";
import { standardInvariants } from "../evaluation/invariants/standard-invariants.js";

export interface ReplayOptions extends Stage {
  readonly golden?: ConversationalGoldenInput;
  readonly goldens?: readonly ConversationalGoldenInput[];
  /** What must hold in every conversation. Default: `standardInvariants()`. */
  readonly invariants?: readonly Invariant[];
  /** Conversations held at the same time. What is found does not depend on it. Default: 5. */
  readonly maxConcurrent?: number;
}

export interface FuzzOptions extends ReplayOptions {
  /** Conversations in all, dealt out to the goldens in turn. Default: 100. */
  readonly runs?: number;
  /** What they are drawn from. Default: `REHEARSAL_SEED` of the environment, else `"0"`. */
  readonly seed?: string | number;
  /** The most turns of the user in a conversation. Default: 8. */
  readonly maxTurns?: number;
  /** Tools that may go wrong, beside those of `environment` and `intercept` and those that the golden names. `[]` is none. */
  readonly tools?: readonly string[];
  /** No more conversations are begun once so many faults are found. Default: all are held. */
  readonly maxViolations?: number;
  /** The most calls of the agent to shrink one violation; 0 shrinks nothing. Default: 500. */
  readonly maxShrinkCalls?: number;
  /**
   * A file of goldens (.yaml, .json, .jsonl) to which the least conversations are added: another conversation of the same id
   * that it holds already stays, and the new one gets a number. Default: none is written.
   */
  readonly save?: string;
  /**
   * The module that exports the agent (as default, or named `agent`), and its `environment` and `intercept` where there are
   * any: a path as `rehearsal simulate --agent` takes it. With `save`, what replays a violation is then a command for a
   * terminal. Nothing is loaded from it. Default: it is code.
   */
  readonly agentModule?: string;
}

const common = [
  "agent",
  "environment",
  "intercept",
  "signal",
  "turnTimeoutMs",
  "conversationTimeoutMs",
  "clock",
  "cassettes",
  "golden",
  "goldens",
  "invariants",
  "maxConcurrent",
] as const satisfies readonly (keyof ReplayOptions)[];
const ofReplay = [...common, "file", "only"];
const ofFuzz = [
  ...common,
  "runs",
  "seed",
  "maxTurns",
  "tools",
  "maxViolations",
  "maxShrinkCalls",
  "save",
  "agentModule",
];

export interface CommonSettings {
  readonly stage: Stage;
  readonly goldens: readonly ConversationalGolden[];
  readonly invariants: readonly Invariant[];
  readonly maxConcurrent: number;
}

export interface FuzzSettings extends CommonSettings {
  readonly runs: number;
  readonly seed: string;
  readonly maxTurns: number;
  readonly tools: readonly string[] | undefined;
  readonly maxViolations: number;
  readonly maxShrinkCalls: number;
  readonly save: string | undefined;
  readonly agentModule: string | undefined;
}

export function fuzzSettings(options: FuzzOptions): FuzzSettings {
  refuse("fuzz", options, ofFuzz);
  checkTypes("fuzz", options);
  const { maxShrinkCalls = 500, maxViolations, save, agentModule, tools } = options;
  if (!(Number.isSafeInteger(maxShrinkCalls) && maxShrinkCalls >= 0))
    throw wrong("fuzz", `maxShrinkCalls must be a whole number from 0; got ${String(maxShrinkCalls)}`);
  return {
    ...commonSettings("fuzz", options),
    runs: positiveInteger("runs", options.runs, 100),
    seed: rootSeed(options.seed),
    maxTurns: positiveInteger("maxTurns", options.maxTurns, 8),
    tools,
    maxViolations: maxViolations === undefined ? Infinity : positiveInteger("maxViolations", maxViolations, 1),
    maxShrinkCalls,
    save,
    agentModule,
  };
}

export function checkReplay(options: ReplayOptions): void {
  refuse("replay", options, ofReplay);
  checkTypes("replay", options);
}

export function replaySettings(options: ReplayOptions): CommonSettings {
  return commonSettings("replay", options);
}

function commonSettings(who: string, options: ReplayOptions): CommonSettings {
  const { agent, golden, goldens = [], invariants = standardInvariants(), maxConcurrent } = options;
  const { environment, intercept, signal, turnTimeoutMs, conversationTimeoutMs, clock, cassettes } = options;
  if (typeof agent !== "function") throw wrong(who, "agent must be a function that answers the user");
  const all = [...(golden === undefined ? [] : [golden]), ...goldens];
  if (all.length === 0) throw wrong(who, "give a golden, or goldens: what the user wants and knows is theirs");
  if (invariants.length === 0) throw wrong(who, "invariants is empty, and nothing asserted is no pass");
  const twice = invariants.find(({ name }, at) => invariants.findIndex((each) => each.name === name) !== at);
  if (twice !== undefined) throw wrong(who, `two invariants are named "${twice.name}"; give each a name of its own`);
  return {
    stage: { agent, environment, intercept, signal, turnTimeoutMs, conversationTimeoutMs, clock, cassettes },
    goldens: all.map((each, at) => parse(conversationalGoldenSchema, each, `golden ${String(at + 1)}`)),
    invariants,
    maxConcurrent: positiveInteger("maxConcurrent", maxConcurrent, 5),
  };
}

/** What is no list at all would be an error of the language, which tells of nothing that the caller wrote. */
function checkTypes(who: string, { goldens, invariants }: ReplayOptions): void {
  if (goldens !== undefined && !Array.isArray(goldens)) {
    const isDataset = typeof goldens === "object" && "conversationalGoldens" in goldens;
    const hint = isDataset ? "; that of a dataset is dataset.conversationalGoldens" : "";
    throw wrong(who, `goldens must be a list of goldens; got ${described(goldens)}${hint}`);
  }
  const list: unknown = invariants;
  if (list === undefined) return;
  if (!Array.isArray(list)) throw wrong(who, `invariants must be a list of invariants; got ${described(list)}`);
  const at = list.findIndex((each) => typeof (each as Partial<Invariant> | null | undefined)?.check !== "function");
  if (at < 0) return;
  throw wrong(
    who,
    `invariant ${String(at + 1)} is ${described(list[at])}, which is none: choose from standardInvariants(), as by ` +
      'standardInvariants().filter(({ name }) => name === "no-leaks"), or give { name, check }',
  );
}

function refuse(who: string, options: unknown, known: readonly string[]): asserts options is object {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw wrong(who, `takes an object of options, such as ${who}({ agent, goldens }); got ${described(options)}`);
  if ("conversationalGoldens" in options)
    throw wrong(who, 'unknown option "conversationalGoldens": here they are given as goldens');
  const unknown = unknownOption(options, known);
  if (unknown !== undefined) throw wrong(who, unknown);
}

const wrong = (who: string, message: string): RehearsalError =>
  new RehearsalError("invalid_input", `${who}: ${message}.`);
