import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { Turn } from "../test-case/turn.js";

/** A source of randomness that a seed fixes: the next number in [0, 1). */
export type Random = () => number;

export interface UserRequest {
  readonly golden: ConversationalGolden;
  /** The conversation so far, the golden's own turns first. */
  readonly turns: readonly Turn[];
  /** How many user turns have been generated so far. */
  readonly userTurns: number;
  /** Seeded for this golden, trial and turn. */
  readonly random: Random;
  readonly signal: AbortSignal;
}

/**
 * What the user does next: says something, or ends the conversation and says why (one sentence). `thenEnd` makes the
 * words the last ones: the agent still gets them and its reply is kept, then the conversation ends for that reason.
 */
export type UserMove = { readonly say: string; readonly thenEnd?: string } | { readonly end: string };

/**
 * The other side of the conversation. It keeps no state between calls (all it needs is in the request), so that one
 * user may hold many conversations at once and a broken-off one can go on.
 */
export interface User {
  readonly name: string;
  next(request: UserRequest): UserMove | Promise<UserMove>;
}
