import { offersHandoff } from "./acts.js";
import type { Agenda, AgendaGoal } from "./agenda.js";
import { answersTo } from "./answers.js";
import type { Demand } from "./demands.js";
import { isReached, tested } from "./done.js";
import type { Occasion, Plan, Planned, Reply } from "./plan.js";
import { read, type Reading } from "./reading.js";
import { allSettledReason, noProgressReason } from "./reasons.js";
import { settled, type State } from "./state.js";

/** A reply, and all by which the rules decide what the user does about it. */
export interface Situation extends Reading {
  readonly agenda: Agenda;
  readonly patience: number;
  readonly reply: Reply;
  /** With the reply's effect on the goals. */
  readonly state: State;
  /** The goal that the reply is about. Null: all were settled before. */
  readonly goal: AgendaGoal | null;
  /** The reply reached it. */
  readonly reached: boolean;
  /** What the user wants now. */
  readonly wish: string;
}

export function situationOf(agenda: Agenda, before: State, reply: Reply, patience: number): Situation {
  const reading = withoutBrushOff(read(reply.text, agenda));
  const goal = agenda.goals[before.outcomes.length] ?? null;
  const met = tested(before, goal, reply);
  const reached = goal !== null && isReached(goal, met, reading, agenda.wanted);
  const how = met.declined && goal?.done === null ? "against" : "reached";
  const state = reached ? settled(met, { how, reply: reply.text }) : met;
  const wish = (agenda.goals[state.outcomes.length] ?? goal)?.say ?? agenda.opening;
  return { ...reading, agenda, patience, reply, state, goal, reached, wish };
}

/** "I can't do that. Shall I transfer you?" is a refusal, and no proposal to agree to. */
function withoutBrushOff(reading: Reading): Reading {
  const handsOver = reading.parts.some((part) => part.act === "confirm" && offersHandoff(part));
  if (!reading.has("refusal") || !handsOver) return reading;
  return { ...reading, demands: reading.demands.filter(({ kind }) => kind !== "confirm") };
}

export const end = (state: State, reason: string): Planned => ({ plan: { do: "end", reason }, state });

/** The plan counts as a turn without progress; when patience runs out the user ends instead. */
export function withPatience({ agenda, patience, reply }: Situation, plan: Plan, state: State): Planned {
  const next = { ...state, stuck: state.stuck + 1 };
  return next.stuck < patience ? { plan, state: next } : end(next, noProgressReason(agenda, next, reply.text));
}

/** Answers demands, from the given state on. */
export function answering(situation: Situation, demands: readonly Demand[], from: State): Planned {
  const { answers, state, progress } = answersTo(demands, situation.agenda, from);
  const unsaid = from.outcomes.length === 0 && !from.raised ? situation.goal : null;
  const plan: Plan = { do: "answer", answers, wish: situation.wish, raise: unsaid };
  if (progress === "none") return withPatience(situation, plan, state);
  return { plan, state: progress === "made" ? { ...state, stuck: 0 } : state };
}

/** Goes on with the next goal, or ends. */
export function following({ agenda, has }: Situation, state: State, after: Occasion): Planned {
  const next = agenda.goals[state.outcomes.length];
  if (next !== undefined) return { plan: { do: "raise", goal: next, after }, state: { ...state, stuck: 0 } };
  const reason = allSettledReason(state);
  // Whoever has said goodbye is not answered with another.
  return has("more") && !has("goodbye") ? { plan: { do: "close", reason }, state } : end(state, reason);
}

/** The agent refused once more: null as long as the user does not take it for the last word. */
export function givenUp(situation: Situation, state: State): Planned | null {
  if (state.refusals < 2) return null;
  return following(situation, settled(state, { how: "refused", reply: situation.reply.text }), "failure");
}
