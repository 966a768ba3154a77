import type { EndReason } from "../test-case/conversational-test-case.js";
import type { Failure, FailureKind } from "../test-case/failure.js";
import type { ScriptOutcome } from "../test-case/script-outcome.js";
import type { Usage } from "../test-case/trace.js";
import type { Turn } from "../test-case/turn.js";
import type { ConversationBudget, Spent } from "./stopping/budget.js";
import type { CircleRules } from "./stopping/circles.js";
import type { UserLine, UserMove } from "./user.js";

/** How far a conversation may go. Times are in milliseconds; `Infinity` means no deadline. */
export interface Limits {
  readonly maxUserSimulations: number;
  /** How many user turns the script has, if there is one, so that those left unsaid are told. */
  readonly scriptTurns?: number | undefined;
  readonly turnTimeoutMs: number;
  readonly conversationTimeoutMs: number;
  /** Before so many, neither controller nor judge nor going in circles ends the conversation. Absent means 0. */
  readonly minUserTurns?: number;
  readonly budget?: ConversationBudget | undefined;
  /** Absent: a conversation may go in circles. */
  readonly circles?: Required<CircleRules> | undefined;
}

/** Whom the loop waits for. */
export type Party = "controller" | "user" | "agent";

export interface Ending extends EndReason {
  /** The conversation broke off: this is the test case's error, not only its end. */
  readonly broke: boolean;
  /** Who broke it off, and how. */
  readonly failure?: Failure;
  /** The turn in which it broke off, where that is finished. Absent: the one after the last. */
  readonly turn?: number;
  readonly script?: ScriptOutcome;
}

/** All that the loop knows. A conversation that broke off goes on from any state in which the loop waits. */
export interface LoopState {
  readonly waitingFor: Party | null;
  /** Frozen, and replaced when it grows: it may be handed out as it is. */
  readonly turns: readonly Turn[];
  /** User turns generated; the golden's own do not count. */
  readonly userTurns: number;
  /** The user's reason to end after the next reply. */
  readonly lastWords: EndReason | null;
  /** The agent's reason to have ended with its reply. */
  readonly hungUp: string | null;
  readonly controlled: boolean;
  /** The user is asked before anybody else may end the conversation. */
  readonly leads: boolean;
  /** What a user that leads wants to say. */
  readonly pending: UserLine | null;
  /** What its script still has to assert. */
  readonly unfinished: string | null;
  readonly limits: Limits;
  /** How many of the turns are the golden's own. */
  readonly seeded: number;
  readonly spent: Spent;
  readonly begunAt: number;
  /** When the conversation, and what the loop waits for, is late. */
  readonly conversationDueAt: number;
  readonly dueAt: number;
}

interface Replied {
  readonly type: "replied";
  readonly turns: readonly Turn[];
  /** Why the agent hung up after it. */
  readonly end?: string | undefined;
  readonly usage?: Usage | undefined;
}

export type LoopEvent =
  | { readonly type: "decided"; readonly end: EndReason | null }
  | { readonly type: "moved"; readonly move: UserMove }
  | Replied
  /** `reason`: a sentence that says who failed and how. */
  | {
      readonly type: "failed";
      readonly reason: string;
      readonly kind?: FailureKind;
      /** Default: who was asked. */
      readonly party?: "environment";
    }
  | { readonly type: "late" }
  | { readonly type: "aborted"; readonly reason: string };

/** What the shell does next: it records every finished turn, then asks one party or ends. */
export type LoopAction =
  | { readonly type: "record"; readonly turn: Turn; readonly number: number }
  | { readonly type: "ask"; readonly party: "controller" | "user"; readonly dueInMs: number }
  | { readonly type: "ask"; readonly party: "agent"; readonly dueInMs: number; readonly input: string | null }
  | { readonly type: "end"; readonly ending: Ending };

export interface Step {
  readonly state: LoopState;
  readonly actions: readonly LoopAction[];
}

interface Before {
  readonly turns: readonly Turn[];
  readonly lastWords: EndReason | null;
  readonly hungUp: string | null;
  readonly traces?: readonly { readonly usage: Usage }[];
}

export interface Opening {
  /** The golden's own turns. */
  readonly turns: readonly Turn[];
  /** What was said before the process ended, in a conversation that goes on. */
  readonly past?: Before | undefined;
  readonly agentSpeaksFirst: boolean;
  readonly controlled: boolean;
  /** Absent means false. */
  readonly leads?: boolean;
  readonly limits: Limits;
}
