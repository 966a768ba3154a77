import { RehearsalError } from "../../errors.js";
import type { Judge } from "../../test-case/judge.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import type { Limits } from "../loop-types.js";
import type { StoppingController } from "../stopping.js";
import type { ConversationBudget } from "./budget.js";
import { usualCircles, type CircleRules } from "./circles.js";
import type { OutcomePredicate } from "./expected-outcome-met.js";

/** When conversations end, besides by the user, the agent, the cap of user turns and the deadlines. */
export interface StoppingOptions {
  /** Asked before every user turn whether to go on. Default: nobody is asked, the user ends by itself or the cap does. */
  readonly stoppingController?: StoppingController;
  /**
   * Ends a conversation when the expected outcome of its golden has come: `true` asks `judge` before each user turn, a
   * function decides by itself (see `expectedOutcomeMet`). Asked after `stoppingController`. Default: false.
   */
  readonly stopWhenMet?: boolean | OutcomePredicate;
  /**
   * Before so many user turns of a conversation are generated, neither a controller nor a judge nor going in circles
   * ends it. Its own user still may, as may the agent, the cap, the budget and the deadlines. Default: 0.
   */
  readonly minUserTurns?: number;
  /** What one conversation may spend; the `budgets` of its golden, where tighter, hold too. Default: no bound. */
  readonly conversationBudget?: ConversationBudget;
  /**
   * Ends conversations that go in circles: the agent repeats itself, or both sides take leave over and over. A scripted
   * user is let finish, and requests that differ may have one answer. Default: true, which is 5 equal replies or 2 exchanges of
   * farewells in a row; `false`: never.
   */
  readonly detectLoops?: boolean | CircleRules;
  /** Decides what code can't. Default: `model`, asked once for each decision. */
  readonly judge?: Judge;
}

/** Their names. */
export const stoppingOptionNames = [
  "stoppingController",
  "stopWhenMet",
  "minUserTurns",
  "conversationBudget",
  "detectLoops",
  "judge",
] as const satisfies readonly (keyof StoppingOptions)[];

export interface StoppingSettings extends Pick<Limits, "minUserTurns" | "budget" | "circles"> {
  readonly controller: StoppingController | undefined;
  readonly whenMet: true | OutcomePredicate | undefined;
  readonly judge: Judge | undefined;
}

/** The options checked and with their defaults. Throws a RehearsalError that names the option and what it got. */
export function stoppingSettings(options: StoppingOptions): StoppingSettings {
  const { stoppingController, stopWhenMet = false, minUserTurns = 0, judge } = options;
  if (stoppingController !== undefined && typeof stoppingController !== "function")
    throw wrong("stoppingController", "a function", stoppingController);
  if (typeof stopWhenMet !== "boolean" && typeof stopWhenMet !== "function")
    throw wrong("stopWhenMet", "true, false or a function of the conversation", stopWhenMet);
  if (!Number.isSafeInteger(minUserTurns) || minUserTurns < 0)
    throw wrong("minUserTurns", "a whole number of user turns, 0 or more", minUserTurns);
  if (judge !== undefined && typeof (judge as Partial<Judge> | null)?.decide !== "function")
    throw wrong("judge", "a Judge (an object with decide)", judge);
  return {
    controller: stoppingController,
    whenMet: stopWhenMet === false ? undefined : stopWhenMet,
    judge,
    minUserTurns,
    budget: budgetOf(options.conversationBudget),
    circles: circlesOf(options.detectLoops),
  };
}

const bounds = ["maxTokens", "maxCostUsd", "maxDurationMs"] as const satisfies readonly (keyof ConversationBudget)[];

function budgetOf(budget: ConversationBudget | undefined): ConversationBudget | undefined {
  if (budget === undefined) return undefined;
  const problem = wrongOptions(budget, bounds);
  if (problem !== undefined) throw failed(`conversationBudget: ${problem}`);
  for (const name of bounds) {
    const bound: unknown = budget[name];
    if (bound !== undefined && !(typeof bound === "number" && bound >= 0))
      throw wrong(`conversationBudget.${name}`, "a number, 0 or more", bound);
  }
  return budget;
}

function circlesOf(given: boolean | CircleRules | undefined = true): Required<CircleRules> | undefined {
  if (typeof given === "boolean") return given ? usualCircles : undefined;
  const problem = wrongOptions(given, Object.keys(usualCircles));
  if (problem !== undefined) throw failed(`detectLoops: ${problem}`);
  const rules = { ...usualCircles, ...given };
  for (const [name, times] of Object.entries(rules))
    if (!Number.isSafeInteger(times) || times < 2) throw wrong(`detectLoops.${name}`, "a whole number from 2", times);
  return rules;
}

const wrong = (option: string, must: string, got: unknown): RehearsalError =>
  failed(`${option} must be ${must}; got ${described(got)}`);

const failed = (message: string): RehearsalError =>
  new RehearsalError("invalid_input", `ConversationSimulator: ${message}.`);
