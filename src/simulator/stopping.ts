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

/** The end that a controller's answer decides on. Null: go on. */
export function endOf(decision: unknown): EndReason | null {
  if (typeof decision !== "object" || decision === null) return null;
  const { end: reason, by } = decision as { readonly end?: unknown; readonly by?: unknown };
  return typeof reason === "string" ? { by: by === "judge" ? by : "controller", reason } : null;
}

export function lastTurnOf(role: Turn["role"], turns: readonly Turn[]): Turn | undefined {
  return turns.findLast((turn) => turn.role === role);
}
