import { ownInability, refuses } from "./acts.js";
import type { Agenda, AgendaGoal } from "./agenda.js";
import { answersTo, missedIn, type Answer } from "./answers.js";
import type { Demand } from "./demands.js";
import { factsIn } from "./fact-check.js";
import { read, type Reading } from "./reading.js";
import { allSettledReason, goodbyeReason, handoffReason, noProgressReason, notAcceptedReason } from "./reasons.js";
import type { Slot } from "./slot-names.js";
import { allSettled, count, settled, type State } from "./state.js";

/** What the user does next, before it is put into words. */
export type Plan =
  | { readonly do: "open"; readonly say: string }
  /** `raise`: the user has not yet said what it wants, and does so after the answers. */
  | {
      readonly do: "answer";
      readonly answers: readonly Answer[];
      readonly wish: string;
      readonly raise: AgendaGoal | null;
    }
  /** `after`: what it follows. */
  | {
      readonly do: "raise";
      readonly goal: AgendaGoal;
      readonly after: "invitation" | "success" | "failure" | "goodbye";
    }
  | { readonly do: "restate"; readonly wish: string }
  | { readonly do: "pushBack" }
  | { readonly do: "wait" }
  | { readonly do: "callOut" }
  /** Last words. */
  | { readonly do: "close"; readonly reason: string }
  | { readonly do: "end"; readonly reason: string };

export interface Reply {
  readonly text: string;
  /** Names of the tools that ran without an error. Null: not known. */
  readonly calls: readonly string[] | null;
}

export interface Planned {
  readonly plan: Plan;
  readonly state: State;
}

/** What a user with this agenda does about a reply. */
export function planFor(agenda: Agenda, before: State, reply: Reply, patience: number): Planned {
  if (!before.spoke) return { plan: { do: "open", say: agenda.opening }, state: before };
  if (before.closing) return end(before, allSettledReason(before));
  const reading = read(reply.text, agenda);
  const { parts, demands, has } = reading;
  const goal = agenda.goals[before.outcomes.length];
  let state = tested(before, goal, reply);
  const reached = goal !== undefined && isReached(goal, state, reading);
  if (reached) {
    const against = state.declined && goal.done === null;
    state = settled(state, { how: against ? "against" : "reached", reply: reply.text });
  }
  const orEnd = (plan: Plan, now: State): Planned => {
    const next = { ...now, stuck: now.stuck + 1 };
    return next.stuck >= patience ? end(next, noProgressReason(agenda, next, reply.text)) : { plan, state: next };
  };
  const wish = (agenda.goals[state.outcomes.length] ?? goal)?.say ?? agenda.opening;
  const answer = (asked: readonly Demand[], now: State): Planned => {
    const { answers, state: next, progress } = answersTo(asked, agenda, now);
    const unsaid = now.outcomes.length === 0 && !now.raised ? (goal ?? null) : null;
    const plan: Plan = { do: "answer", answers, wish, raise: unsaid };
    if (progress === "none") return orEnd(plan, next);
    return { plan, state: progress === "made" ? { ...next, stuck: 0 } : next };
  };
  const follow = (now: State, after: "invitation" | "success" | "failure"): Planned => {
    const next = agenda.goals[now.outcomes.length];
    if (next !== undefined) return { plan: { do: "raise", goal: next, after }, state: now };
    const reason = allSettledReason(now);
    return has("more") ? { plan: { do: "close", reason }, state: now } : end(now, reason);
  };
  const refused = (now: State): State | null =>
    now.refusals < 2 ? null : settled(now, { how: "refused", reply: reply.text });

  if (!reached && has("mismatch")) {
    const asked = mismatched(reading, agenda, state);
    if (asked.length > 0) {
      const missed = missedIn(
        asked.map(({ slot }) => slot.name),
        state,
      );
      const final = asked.find(({ slot }) => count(missed.missed, slot.name) > 2);
      const now = parts.some(refuses) ? { ...missed, refusals: missed.refusals + 1 } : missed;
      const gaveUp = refused(now);
      if (gaveUp !== null) return follow(gaveUp, "failure");
      if (final !== undefined) return end(now, notAcceptedReason(final.label ?? final.slot.words, reply.text));
      const others = demands.filter(
        (other) => !asked.some(({ slot }) => "slot" in other && other.slot.name === slot.name),
      );
      return answer([...asked, ...others], now);
    }
  }
  if (demands.length > 0) return answer(demands, state);
  if (reached) return follow(state, "success");
  if (parts.length === 0) return orEnd({ do: "callOut" }, state);
  if (allSettled(agenda, state)) return follow(state, "success");
  if (has("handoff")) return end(state, handoffReason(reply.text));
  if (goal !== undefined && !state.raised) {
    return {
      plan: { do: "raise", goal, after: has("goodbye") ? "goodbye" : "invitation" },
      state: { ...state, stuck: 0 },
    };
  }
  if (has("goodbye")) return end(state, goodbyeReason(agenda, state, reply.text));
  if (has("refusal")) {
    const now = { ...state, refusals: state.refusals + 1 };
    const gaveUp = refused(now);
    return gaveUp === null ? { plan: { do: "pushBack" }, state: now } : follow(gaveUp, "failure");
  }
  if (has("hold")) return orEnd({ do: "wait" }, state);
  if (has("lost")) {
    const again = state.lastTold.flatMap((name) => agenda.names.given.filter((slot) => slot.name === name)).map(asFact);
    if (again.length === 0) return orEnd({ do: "restate", wish }, state);
    const { answers, state: next } = answersTo(again, agenda, state);
    return orEnd({ do: "answer", answers, wish, raise: null }, next);
  }
  if (state.declined) return follow(settled(state, { how: "declined", reply: reply.text }), "failure");
  const offer = parts.find(({ act }) => act === "offer");
  if (offer !== undefined) return answer([{ kind: "confirm", id: offer.text }], state);
  if (has("invite") && !state.seen.has("invited")) {
    return { plan: { do: "restate", wish }, state: { ...state, seen: new Set([...state.seen, "invited"]) } };
  }
  return orEnd({ do: "restate", wish }, state);
}

const end = (state: State, reason: string): Planned => ({ plan: { do: "end", reason }, state });
const asFact = (slot: Slot): Demand & { kind: "fact" } => ({
  kind: "fact",
  slot,
  label: null,
  own: true,
  yesNo: false,
});

/** The first goal may be reached by what the opening asked for; a later one must have been brought up. */
function tested(state: State, goal: AgendaGoal | undefined, { text, calls }: Reply): State {
  const callsKnown = state.callsKnown || calls !== null;
  const done = goal?.done ?? null;
  if (goal === undefined || done === null || !(state.raised || state.outcomes.length === 0)) {
    return { ...state, callsKnown };
  }
  return {
    ...state,
    callsKnown,
    says: state.says || goal.says?.test(text) === true,
    calls: state.calls || (done.calls !== undefined && calls?.includes(done.calls) === true),
  };
}

function isReached(goal: AgendaGoal, state: State, { parts, demands, has }: Reading): boolean {
  if (goal.done !== null) {
    const { says, calls } = goal.done;
    const given = says !== undefined || calls !== undefined;
    if (given) return (says === undefined || state.says) && (calls === undefined || state.calls);
  }
  if (!state.raised || demands.length > 0) return false;
  if (has("report")) return true;
  if (state.declined) return false;
  if (has("lost", "mismatch", "hold", "handoff", "invite")) return false;
  if (goal.toKnow) {
    if (parts.some(({ act, text }) => act === "refusal" && ownInability.test(text))) return false;
    return has("statement", "refusal", "offer");
  }
  return has("more") && has("statement") && !has("refusal", "offer");
}

/** The facts that the reply says do not match. */
function mismatched({ parts, demands }: Reading, agenda: Agenda, state: State): readonly (Demand & { kind: "fact" })[] {
  const clauses = parts.filter(({ act }) => act === "mismatch");
  const known = agenda.names.given.filter(({ value }) => value !== null);
  const named = clauses.flatMap(({ text }) => factsIn(text, agenda.names));
  const asked = demands.filter((demand) => demand.kind === "fact");
  if (named.length > 0)
    return named.map((slot) => asked.find((demand) => demand.slot.name === slot.name) ?? asFact(slot));
  const again = asked.filter(({ slot }) => state.said.has(slot.name));
  if (again.length > 0 || asked.length > 0) return again;
  return known.filter(({ name }) => state.lastTold.includes(name)).map(asFact);
}
