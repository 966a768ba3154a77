import { ownInability, type Act } from "./acts.js";
import type { AgendaGoal } from "./agenda.js";
import { normalise } from "./normalise.js";
import type { Reply } from "./plan.js";
import type { Reading } from "./reading.js";
import { canAnswer, isAbout, isBeside } from "./relevance.js";
import { denies, reaches } from "./judge-deed.js";
import type { Wish } from "./wish.js";
import type { State } from "./state.js";

/**
 * Notes which parts of the goal's done test a reply meets. The first goal may be met by what the opening asked for;
 * a later one only after the user brought it up, so that the success of one goal never reaches the next.
 */
export function tested(state: State, goal: AgendaGoal | null, { text, calls }: Reply): State {
  const callsKnown = state.callsKnown || calls !== null;
  const done = goal?.done ?? null;
  if (done === null || !(state.raised || state.outcomes.length === 0)) return { ...state, callsKnown };
  return {
    ...state,
    callsKnown,
    says: state.says || goal?.says?.(text) === true,
    calls: state.calls || (done.calls !== undefined && calls?.includes(done.calls) === true),
  };
}

/** Whether a reply reaches the goal: by its done test, else by a report of success, or an answer to what was asked. */
export function isReached(
  { say, done, toKnow, wish }: AgendaGoal,
  state: State,
  { parts, demands, has }: Reading,
  wanted: Wish,
): boolean {
  if (done?.says !== undefined || done?.calls !== undefined) {
    return (done.says === undefined || state.says) && (done.calls === undefined || state.calls);
  }
  if (!state.raised || demands.length > 0) return false;
  const goal = normalise(say);
  const reports = parts.filter(({ act, text }) => act === "report" && !isBeside(text, goal));
  if (reports.some(({ text }) => reaches(text, wish, wanted))) return true;
  // "Your account has been closed. Anything else?" settles nothing of a refund.
  if (reports.length > 0 && !toKnow) return false;
  if (state.declined || has("lost", "mismatch", "hold", "handoff", "invite")) return false;
  if (toKnow) {
    const atALoss = parts.some(({ act, text }) => act === "refusal" && ownInability.test(text));
    return !atALoss && parts.some(({ act, text }) => tells.has(act) && canAnswer(text, goal));
  }
  if (parts.some(({ text }) => denies(text, wanted))) return false;
  // "Your parcel arrives on Monday. Anything else?" settles the matter, in the agent's eyes.
  const settles = parts.some(({ act, text }) => act === "statement" && isAbout(text, wish.text));
  return has("more") && settles && !has("refusal", "offer");
}

const tells: ReadonlySet<Act> = new Set(["statement", "refusal", "offer", "report"]);
