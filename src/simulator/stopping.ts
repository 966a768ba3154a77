import { RehearsalError } from "../errors.js";
import { described } from "../test-case/unknown-option.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { EndReason } from "../test-case/conversational-test-case.js";
import type { Turn } from "../test-case/turn.js";
import type { ModelSpending } from "./ceiling/spending.js";

/** What a stopping controller is told, before every user turn. */
export interface StoppingInput {
  /** The conversation so far, the golden's own turns first. Frozen. */
  readonly turns: readonly Turn[];
  readonly golden: ConversationalGolden;
  /** Position of the golden in the call of `simulate`, from 0. */
  readonly index: number;
  readonly threadId: string;
  /** How many user turns have been generated so far. */
  readonly simulatedUserTurns: number;
  readonly maxUserSimulations: number;
  /** Undefined: nobody has spoken in that role yet. */
  readonly lastUserTurn: Turn | undefined;
  readonly lastAssistantTurn: Turn | undefined;
  /** Fires when the answer comes too late. The simulator always gives it. */
  readonly signal?: AbortSignal;
  /** To be told of every call of a model that is made for the answer, so that it counts in what the run spends. */
  readonly spent?: (call: ModelSpending) => void;
}

export type StoppingDecision =
  { readonly proceed: true } | { readonly end: string; readonly by?: "controller" | "judge" };

/**
 * Decides before every user turn, the first included, whether the conversation goes on: `end(...)`, or `proceed()` or
 * nothing. If it throws, or returns anything else, the conversation ends with that as its error.
 */
export type StoppingController = (
  input: StoppingInput,
) => StoppingDecision | undefined | null | void | Promise<StoppingDecision | undefined | null | void>;

/** A controller's answer: the conversation goes on. */
export const proceed = (): StoppingDecision => ({ proceed: true });

/** A controller's answer: the conversation ends, for this reason (one sentence). */
export const end = (reason = "The stopping controller ended the conversation."): { readonly end: string } => ({
  end: reason,
});

/** The end that a controller's answer decides on. Null: go on. Throws `invalid_input` where it is no answer. */
export function endOf(decision: unknown): EndReason | null {
  if (decision === undefined || decision === null) return null;
  const given: { readonly end?: unknown; readonly by?: unknown; readonly proceed?: unknown } =
    typeof decision === "object" ? decision : {};
  if (given.proceed === true) return null;
  if (typeof given.end === "string") return { by: given.by === "judge" ? "judge" : "controller", reason: given.end };
  const slip = decision === end ? "the function end itself" : described(decision);
  throw new RehearsalError(
    "invalid_input",
    `stoppingController must return end("why"), proceed() or nothing; it returned ${slip}.`,
  );
}

export function lastTurnOf(role: Turn["role"], turns: readonly Turn[]): Turn | undefined {
  return turns.findLast((turn) => turn.role === role);
}
