import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { layoutOf } from "../graph/layout.js";
import { isNode } from "../graph/simulation-node.js";
import type { Settings } from "../options.js";
import type { User } from "../user.js";
import type { Range } from "./estimate.js";

/** A model that decides something in a conversation, beside who plays the user. */
export interface Decider {
  /** The id of the model. Undefined: not known. */
  readonly model: string | undefined;
  /** How often it is asked in a conversation of so many user turns. */
  readonly calls: (turns: Range) => Range;
  /** Tokens that each call is sent beside what was said, and those of its answer. */
  readonly frame: { readonly input: number; readonly output: number };
  /** What it is sent of what was said. */
  readonly reads: "all" | "latest";
}

/** Measured by the prompts and schemas of `languageModelJudge` and of the edges of a graph. */
const JUDGE = { input: 330, output: 80 };
const EDGE = { input: 170, output: 30 };

interface Asked extends Pick<Settings, "decisionModel" | "stopping"> {
  readonly user: User | undefined;
  /** Of the options, or the one that the environment names. */
  readonly model: string | undefined;
}

/** All of them, for a golden. */
export function decidersOf(golden: ConversationalGolden, asked: Asked): readonly Decider[] {
  const { user } = asked;
  return [...stopping(golden, asked), ...(user === undefined ? [] : [...edges(user, asked), ...judged(user, asked)])];
}

/** Asked after each reply but the one at the cap, and not before `minUserTurns`. */
function stopping({ expectedOutcome = "" }: ConversationalGolden, asked: Asked): readonly Decider[] {
  const { whenMet, minUserTurns = 0 } = asked.stopping;
  if (whenMet !== true || expectedOutcome.trim() === "") return [];
  const times = (turns: number): number => Math.max(0, turns - Math.max(1, minUserTurns));
  const calls = ({ low, high }: Range): Range => ({ low: times(low), high: times(high) });
  return [{ model: judgeOf(asked), calls, frame: JUDGE, reads: "all" }];
}

/** Once between two user turns, where no function decides before. */
function edges(user: User, { model, decisionModel }: Asked): readonly Decider[] {
  if (!isNode(user)) return [];
  const nodes = [...layoutOf(user).values()];
  if (!nodes.some((node) => node.edges.some(({ when }) => typeof when === "string"))) return [];
  const calls = ({ high }: Range): Range => ({ low: 0, high: Math.max(0, high - 1) });
  return [{ model: user.model?.id ?? decisionModel?.id ?? model, calls, frame: EDGE, reads: "latest" }];
}

/** Not by its class: loaders that make CommonJS of tests load that module twice. */
function judged(user: User, asked: Asked): readonly Decider[] {
  const steps: readonly unknown[] = "steps" in user && Array.isArray(user.steps) ? user.steps : [];
  const count = steps.filter(
    (step) => typeof step === "object" && step !== null && "kind" in step && step.kind === "judge",
  ).length;
  if (count === 0) return [];
  return [{ model: judgeOf(asked), calls: () => ({ low: count, high: count }), frame: JUDGE, reads: "all" }];
}

/** A judge that asks a language model is named after it. */
function judgeOf({ stopping: { judge }, model }: Asked): string | undefined {
  return judge === undefined ? model : (/^judge \((.*)\)$/.exec(judge.id)?.[1] ?? judge.id);
}

/** The model that plays the user, of a graph somewhere in it. Undefined: none does. */
export function playerIn(user: User): string | undefined {
  if (user.modelId !== undefined || !isNode(user)) return user.modelId;
  return [...layoutOf(user).values()].flatMap(({ action }) =>
    typeof action === "object" && action.modelId !== undefined ? [action.modelId] : [],
  )[0];
}
