import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { DecisionModel } from "../models/decision-model.js";
import type { LanguageModel } from "../models/language-model.js";
import type { JsonObject } from "../test-case/json.js";
import type { Judge } from "../test-case/judge.js";
import type { ScriptOutcome } from "../test-case/script-outcome.js";
import type { Trace } from "../test-case/trace.js";
import type { Turn } from "../test-case/turn.js";
import type { ModelSpending } from "./ceiling/spending.js";

/** A source of randomness that a seed fixes: the next number in [0, 1). */
export type Random = () => number;

/** The models of the simulator, for users that are given none of their own. */
export interface UserModels {
  readonly language?: LanguageModel | undefined;
  readonly decision?: DecisionModel | undefined;
  readonly judge?: Judge | undefined;
}

export interface UserRequest {
  readonly golden: ConversationalGolden;
  /** The conversation so far, the golden's own turns first. */
  readonly turns: readonly Turn[];
  /** How many user turns have been generated so far. */
  readonly userTurns: number;
  /** Seeded for this golden, trial and turn. */
  readonly random: Random;
  readonly signal: AbortSignal;
  /** To be told of every call of a model that is made for this move, so that it counts in what the run spends. */
  readonly spent?: (call: ModelSpending) => void;
  /** Derived from seed and golden; the agent is given the same. The simulator always gives it. */
  readonly threadId?: string;
  /** What was recorded of the agent's replies, in order. Absent: nothing is traced. */
  readonly traces?: readonly Trace[];
  readonly models?: UserModels;
  /** To a user that leads: the cap of user turns is reached, so that nothing more will be said. Absent means false. */
  readonly capped?: boolean;
}

/** The user says something. */
export interface UserLine {
  readonly say: string;
  /**
   * These are its last words, and why (one sentence): the agent still gets them and its reply is kept, then the
   * conversation ends for that reason.
   */
  readonly thenEnd?: string;
  /** Who ends it then. Absent means `"user"`. */
  readonly by?: UserEnder;
  /** Of the turn: what this user needs to know of it later, and what is to be known of it. */
  readonly metadata?: JsonObject;
  /** Turns that come before it, which neither side says. */
  readonly insert?: readonly Turn[];
  /** Of a script: what it still has to assert (one sentence), should the conversation end before. */
  readonly unfinished?: string;
}

/** The user ends the conversation and says why (one sentence). */
export interface UserEnding {
  readonly end: string;
  /** Absent means `"user"`. */
  readonly by?: UserEnder;
  readonly insert?: readonly Turn[];
  readonly script?: ScriptOutcome;
  /** `empty`: nothing came of the model that plays the user. `left`: what the agent has just asked stays without an answer. */
  readonly fault?: "empty" | "left";
}

export const userEnders = ["user", "graph", "script"] as const;
export type UserEnder = (typeof userEnders)[number];

/** What the user does next. */
export type UserMove = UserLine | UserEnding;

/**
 * The other side of the conversation. It keeps no state between calls (all it needs is in the request), so that one
 * user may hold many conversations at once and a broken-off one can go on.
 */
export interface User {
  readonly name: string;
  /** The id of the model that it asks, for estimates. Absent: none, or it is not known. */
  readonly modelId?: string;
  /**
   * True: it says what it says whatever the agent answers, so that a conversation which goes in circles is left to it.
   * Absent means false.
   */
  readonly isScripted?: boolean;
  /**
   * How many user turns its script has: a simulator that is given no `maxUserSimulations` lets it be said to its end. Absent:
   * there is none, or it is not known.
   */
  readonly scriptTurns?: number;
  /**
   * True: it is asked right after each reply, before the cap, a budget or a controller may end the conversation; what it
   * then wants to say is said if none of them does. Absent means false.
   */
  readonly leads?: boolean;
  /**
   * What of it needs no check once the conversation is over: its `"lines"`, which it checks itself by more than its golden,
   * or `"everything"`, since it says what its author wrote. Absent: nothing, and of a scripted user everything.
   */
  readonly vouchesFor?: "lines" | "everything";
  /** Rejects where this user can't speak at all. Awaited once for all conversations, before any begins. */
  ready?(models: UserModels): Promise<void>;
  next(request: UserRequest): UserMove | Promise<UserMove>;
}
