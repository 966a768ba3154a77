import type { EndReason } from "../test-case/conversational-test-case.js";
import type { Turn } from "../test-case/turn.js";
import type { UserMove } from "./user.js";

/** How far a conversation may go. Times are in milliseconds; `Infinity` means no deadline. */
export interface Limits {
  readonly maxUserSimulations: number;
  readonly turnTimeoutMs: number;
  readonly conversationTimeoutMs: number;
}

/** Whom the loop waits for. */
export type Party = "controller" | "user" | "agent";

export interface Ending extends EndReason {
  /** The conversation broke off: this is the test case's error, not only its end. */
  readonly broke: boolean;
}

/** All that the loop knows. A conversation that broke off goes on from any state in which the loop waits. */
export interface LoopState {
  readonly waitingFor: Party | null;
  /** Frozen, and replaced when it grows: it may be handed out as it is. */
  readonly turns: readonly Turn[];
  /** User turns generated; the golden's own do not count. */
  readonly userTurns: number;
  /** The user's reason to end after the next reply. */
  readonly lastWords: string | null;
  readonly controlled: boolean;
  readonly limits: Limits;
  /** When the conversation, and what the loop waits for, is late. */
  readonly conversationDueAt: number;
  readonly dueAt: number;
}

export type LoopEvent =
  | { readonly type: "decided"; readonly end: string | null }
  | { readonly type: "moved"; readonly move: UserMove }
  | { readonly type: "replied"; readonly turns: readonly Turn[] }
  /** `reason`: a sentence that says who failed and how. */
  | { readonly type: "failed"; readonly reason: string }
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

export interface Opening {
  /** The golden's own turns. */
  readonly turns: readonly Turn[];
  readonly agentSpeaksFirst: boolean;
  readonly controlled: boolean;
  readonly limits: Limits;
}

/** The beginning of a conversation. */
export function begin({ turns, agentSpeaksFirst, controlled, limits }: Opening, now: number): Step {
  const conversationDueAt = now + limits.conversationTimeoutMs;
  const state: LoopState = {
    waitingFor: null,
    turns: Object.freeze([...turns]),
    userTurns: 0,
    lastWords: null,
    controlled,
    limits,
    conversationDueAt,
    dueAt: conversationDueAt,
  };
  return agentSpeaksFirst && turns.length === 0 ? askAgent(state, null, now) : beforeUserTurn(state, now);
}

/** What comes of an event. An event that the loop no longer waits for changes nothing. */
export function step(state: LoopState, event: LoopEvent, now: number): Step {
  if (state.waitingFor === null) return { state, actions: [] };
  if (event.type === "aborted") return ended(state, "abort", event.reason, true);
  if (event.type === "failed") return ended(state, "error", event.reason, true);
  // By the time and not by the timer: a party that blocked the process is late even if it answered before the timer ran.
  if (event.type === "late" || now >= state.dueAt) return ended(state, "deadline", lateness(state), true);
  switch (event.type) {
    case "decided":
      return event.end === null ? userTurn(state, now) : ended(state, "controller", event.end);
    case "moved":
      return moved(state, event.move, now);
    case "replied":
      return recorded(event.turns, state, (next) => afterReply(next, now));
  }
}

function beforeUserTurn(state: LoopState, now: number): Step {
  const { maxUserSimulations } = state.limits;
  if (state.userTurns >= maxUserSimulations) {
    const turns = maxUserSimulations === 1 ? "1 user turn" : `${String(maxUserSimulations)} user turns`;
    return ended(state, "cap", `The cap of ${turns} was reached (maxUserSimulations).`);
  }
  return state.controlled ? ask(state, "controller", now) : userTurn(state, now);
}

function userTurn(state: LoopState, now: number): Step {
  const last = state.turns.at(-1);
  return last?.role === "user" ? askAgent(state, last.content, now) : ask(state, "user", now);
}

function moved(state: LoopState, move: UserMove, now: number): Step {
  if ("end" in move) return ended(state, "user", move.end);
  const turn = Object.freeze<Turn>({ role: "user", content: move.say });
  const counted = { ...state, userTurns: state.userTurns + 1, lastWords: move.thenEnd ?? null };
  return recorded([turn], counted, (next) => askAgent(next, move.say, now));
}

/** Where a graph will route, and a terminal node end: after the reply, before the next user turn. */
function afterReply(state: LoopState, now: number): Step {
  return state.lastWords === null ? beforeUserTurn(state, now) : ended(state, "user", state.lastWords);
}

function recorded(turns: readonly Turn[], state: LoopState, then: (state: LoopState) => Step): Step {
  const before = state.turns.length;
  const next = then({ ...state, turns: Object.freeze([...state.turns, ...turns]) });
  const records = turns.map((turn, at): LoopAction => ({ type: "record", turn, number: before + at + 1 }));
  return { state: next.state, actions: [...records, ...next.actions] };
}

function ask(state: LoopState, party: "controller" | "user", now: number): Step {
  const waiting = waitFor(state, party, now);
  return { state: waiting, actions: [{ type: "ask", party, dueInMs: waiting.dueAt - now }] };
}

function askAgent(state: LoopState, input: string | null, now: number): Step {
  const waiting = waitFor(state, "agent", now);
  return { state: waiting, actions: [{ type: "ask", party: "agent", dueInMs: waiting.dueAt - now, input }] };
}

function waitFor(state: LoopState, party: Party, now: number): LoopState {
  const dueAt = Math.min(now + state.limits.turnTimeoutMs, state.conversationDueAt);
  return { ...state, waitingFor: party, dueAt };
}

function ended(state: LoopState, by: EndReason["by"], reason: string, broke = false): Step {
  return { state: { ...state, waitingFor: null }, actions: [{ type: "end", ending: { by, reason, broke } }] };
}

const named = { controller: "stopping controller", user: "simulated user", agent: "agent" } as const;
/** A party as sentences name it. */
export const nameOf = (party: Party): string => `The ${named[party]}`;

function lateness({ waitingFor, dueAt, conversationDueAt, limits }: LoopState): string {
  if (dueAt === conversationDueAt) {
    return `The conversation took longer than ${String(limits.conversationTimeoutMs)} ms (conversationTimeoutMs).`;
  }
  return `${nameOf(waitingFor ?? "agent")} did not answer within ${String(limits.turnTimeoutMs)} ms (turnTimeoutMs).`;
}
