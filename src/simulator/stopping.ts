import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { Turn } from "../test-case/turn.js";

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
}

export type StoppingDecision = { readonly proceed: true } | { readonly end: string };

/**
 * Decides before every user turn, the first included, whether the conversation goes on. Whatever it returns that is
 * not `end(...)` means to go on; if it throws, the conversation ends with that as its error.
 */
export type StoppingController = (input: StoppingInput) => unknown;

/** A controller's answer: the conversation goes on. */
export const proceed = (): StoppingDecision => ({ proceed: true });

/** A controller's answer: the conversation ends, for this reason (one sentence). */
export const end = (reason = "The stopping controller ended the conversation."): { readonly end: string } => ({
  end: reason,
});

/** The reason to end that a controller's answer gives. Null: go on. */
export function endOf(decision: unknown): string | null {
  if (typeof decision !== "object" || decision === null || !("end" in decision)) return null;
  return typeof decision.end === "string" ? decision.end : null;
}

export function lastTurnOf(role: Turn["role"], turns: readonly Turn[]): Turn | undefined {
  return turns.findLast((turn) => turn.role === role);
}
