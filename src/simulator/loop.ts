import { counted } from "../test-case/counted.js";
import type { EndReason } from "../test-case/conversational-test-case.js";
import type { Failure } from "../test-case/failure.js";
import type { Usage } from "../test-case/trace.js";
import { isInserted, type Turn } from "../test-case/turn.js";
import type { Ending, LoopAction, LoopEvent, LoopState, Opening, Party, Step } from "./loop-types.js";
import { nothingSpent, overBudget, spentWith } from "./stopping/budget.js";
import { circleIn } from "./stopping/circles.js";
import type { UserLine, UserMove } from "./user.js";

export type * from "./loop-types.js";

/** The beginning of a conversation. */
export function begin(
  { turns, past, agentSpeaksFirst, controlled, leads = false, limits }: Opening,
  now: number,
): Step {
  const conversationDueAt = now + limits.conversationTimeoutMs;
  const state: LoopState = {
    waitingFor: null,
    turns: Object.freeze([...turns, ...(past?.turns ?? [])]),
    userTurns: past?.turns.filter((turn) => turn.role === "user" && !isInserted(turn)).length ?? 0,
    lastWords: past?.lastWords ?? null,
    hungUp: null,
    controlled,
    leads,
    pending: null,
    unfinished: null,
    limits,
    seeded: turns.length,
    spent: (past?.traces ?? []).reduce((spent, { usage }) => spentWith(spent, usage), nothingSpent),
    begunAt: now,
    conversationDueAt,
    dueAt: conversationDueAt,
  };
  const last = state.turns.at(-1);
  if (last === undefined && agentSpeaksFirst) return askAgent(state, null, now);
  if (past === undefined || past.turns.length === 0) return beforeUserTurn(state, now);
  return last?.role === "user" ? askAgent(state, last.content, now) : afterReply(state, now, past.hungUp ?? undefined);
}

/** What comes of an event. An event that the loop no longer waits for changes nothing. */
export function step(state: LoopState, event: LoopEvent, now: number): Step {
  if (state.waitingFor === null) return { state, actions: [] };
  if (event.type === "aborted") return ended(state, "abort", event.reason, { party: "caller", kind: "aborted" });
  const party = state.waitingFor;
  if (event.type === "failed")
    return ended(state, "error", event.reason, { party: event.party ?? party, kind: event.kind ?? "threw" });
  // By the time and not by the timer: a party that blocked the process is late even if it answered before the timer ran.
  if (event.type === "late" || now >= state.dueAt)
    return ended(state, "deadline", lateness(state), { party, kind: "timeout" });
  switch (event.type) {
    case "decided":
      return event.end === null ? userTurn(state, now) : ended(state, event.end.by, event.end.reason);
    case "moved":
      return moved(state, event.move, now);
    case "replied":
      return recorded(event.turns, paying(state, event.usage), (next) => afterReply(next, now, event.end));
  }
}

const paying = (state: LoopState, usage: Usage | undefined): LoopState =>
  state.limits.budget === undefined ? state : { ...state, spent: spentWith(state.spent, usage) };

function beforeUserTurn(state: LoopState, now: number): Step {
  return state.leads && state.turns.at(-1)?.role !== "user" ? ask(state, "user", now) : unlessOver(state, now);
}

/** The agent, cap, budget, circles, controller: what ends a conversation before the user's next words, in this order. */
function unlessOver(state: LoopState, now: number): Step {
  if (state.hungUp !== null) return ended(state, "agent", state.hungUp);
  const { maxUserSimulations, scriptTurns = 0, minUserTurns = 0, budget, circles } = state.limits;
  if (state.userTurns >= maxUserSimulations) {
    const cap = `The cap of ${counted(maxUserSimulations, "user turn")} was reached (maxUserSimulations)`;
    const left = scriptTurns - state.userTurns;
    const unsaid =
      left > 0 ? `, and ${counted(left, "turn")} of the script ${left === 1 ? "was" : "were"} not said` : "";
    return ended(state, "cap", `${cap}${unsaid}.`);
  }
  const over = budget === undefined ? null : overBudget(budget, state.spent, now - state.begunAt);
  if (over !== null) return ended(state, "budget", over);
  if (state.userTurns < minUserTurns) return userTurn(state, now);
  const circle = circles === undefined ? null : circleIn(state.turns, state.seeded, circles);
  if (circle !== null) return ended(state, "loop", circle);
  return state.controlled ? ask(state, "controller", now) : userTurn(state, now);
}

function userTurn(state: LoopState, now: number): Step {
  if (state.pending !== null) return said({ ...state, pending: null }, state.pending, now);
  const last = state.turns.at(-1);
  return last?.role === "user" ? askAgent(state, last.content, now) : ask(state, "user", now);
}

function moved(state: LoopState, move: UserMove, now: number): Step {
  if ("end" in move) {
    const { end, by = "user", insert = [], script, fault } = move;
    const more = { ...(script !== undefined && { script }), ...(fault !== undefined && { fault }) };
    return recorded(insert, { ...state, unfinished: null }, (next) => ended(next, by, end, undefined, more));
  }
  if (!state.leads) return said(state, move, now);
  return unlessOver({ ...state, pending: move, unfinished: move.unfinished ?? null }, now);
}

function said(state: LoopState, { say, thenEnd, by = "user", metadata, insert = [] }: UserLine, now: number): Step {
  const turn = Object.freeze<Turn>({ role: "user", content: say, ...(metadata !== undefined && { metadata }) });
  const lastWords = thenEnd === undefined ? null : { by, reason: thenEnd };
  const counted = { ...state, userTurns: state.userTurns + 1, lastWords };
  return recorded([...insert, turn], counted, (next) => askAgent(next, say, now));
}

function afterReply(state: LoopState, now: number, hungUp?: string): Step {
  // The user had made up its mind before the agent did.
  if (state.lastWords !== null) return ended(state, state.lastWords.by, state.lastWords.reason);
  return beforeUserTurn(hungUp === undefined ? state : { ...state, hungUp }, now);
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

/** With a failure it broke off. */
function ended(
  state: LoopState,
  by: EndReason["by"],
  reason: string,
  failure?: Failure,
  more: Pick<Ending, "script" | "fault"> = {},
): Step {
  const { unfinished } = state;
  const cut: typeof more = unfinished === null ? more : { script: { verdict: "errored", reason: unfinished } };
  const ending: Ending = { by, reason, broke: failure !== undefined, ...(failure && { failure }), ...cut };
  return { state: { ...state, waitingFor: null }, actions: [{ type: "end", ending }] };
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
