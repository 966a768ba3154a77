import { dismisses } from "./acts.js";
import type { Agenda } from "./agenda.js";
import { answersTo } from "./answers.js";
import { aboutMismatch, asFact } from "./mismatch.js";
import type { Planned, Reply } from "./plan.js";
import { proposed } from "./proposals.js";
import { allSettledReason, goodbyeReason, handoffReason } from "./reasons.js";
import { answering, end, following, givenUp, situationOf, withPatience, type Situation } from "./situation.js";
import { allSettled, settled, type State } from "./state.js";

/** What a user with this agenda does about a reply. */
export function planFor(agenda: Agenda, before: State, reply: Reply, patience: number): Planned {
  if (!before.spoke) return { plan: { do: "open", say: agenda.opening }, state: before };
  if (before.closing) return end(before, allSettledReason(before));
  const situation = situationOf(agenda, before, reply, patience);
  for (const rule of rules) {
    const planned = rule(situation);
    if (planned !== null) return planned;
  }
  return withPatience(situation, { do: "restate", wish: situation.wish }, situation.state);
}

/** Null: the rule has nothing to say to the situation. */
type Rule = (situation: Situation) => Planned | null;

/** The first that applies decides. What is asked comes before what is said, success before the rest. */
const rules: readonly Rule[] = [
  aboutDismissal,
  aboutMismatch,
  aboutDemands,
  aboutSuccess,
  aboutSilence,
  aboutHandoff,
  aboutNewGoal,
  aboutDecline,
  aboutGoodbye,
  aboutRefusal,
  aboutHold,
  aboutMisunderstanding,
  aboutOffer,
  aboutInvitation,
];

/** "I can't do that. Goodbye." Nobody argues with whoever has left. */
function aboutDismissal(situation: Situation): Planned | null {
  const { agenda, parts, reached, reply, state } = situation;
  if (reached || allSettled(agenda, state) || !dismisses(parts)) return null;
  if (!state.raised) return following(situation, state, "goodbye");
  return end(state, goodbyeReason(agenda, state, reply.text));
}

function aboutDemands(situation: Situation): Planned | null {
  const { demands, state } = situation;
  return demands.length === 0 ? null : answering(situation, demands, state);
}

function aboutSuccess(situation: Situation): Planned | null {
  const { agenda, parts, reached, state } = situation;
  const done = reached || (allSettled(agenda, state) && parts.length > 0);
  return done ? following(situation, state, "success") : null;
}

function aboutSilence(situation: Situation): Planned | null {
  return situation.parts.length > 0 ? null : withPatience(situation, { do: "callOut" }, situation.state);
}

function aboutHandoff({ has, reply, state }: Situation): Planned | null {
  return has("handoff") ? end(state, handoffReason(reply.text)) : null;
}

function aboutNewGoal(situation: Situation): Planned | null {
  const { has, state } = situation;
  return state.raised ? null : following(situation, state, has("goodbye") ? "goodbye" : "invitation");
}

/** The user has said no, and the agent leaves it at that. */
function aboutDecline(situation: Situation): Planned | null {
  const { has, reply, state } = situation;
  if (!state.declined || has("hold", "lost")) return null;
  return following(situation, settled(state, { how: "declined", reply: reply.text }), "failure");
}

function aboutGoodbye({ agenda, has, reply, state }: Situation): Planned | null {
  return has("goodbye") ? end(state, goodbyeReason(agenda, state, reply.text)) : null;
}

function aboutRefusal(situation: Situation): Planned | null {
  if (!situation.has("refusal")) return null;
  const state = { ...situation.state, refusals: situation.state.refusals + 1 };
  return givenUp(situation, state) ?? { plan: { do: "pushBack" }, state };
}

function aboutHold(situation: Situation): Planned | null {
  return situation.has("hold") ? withPatience(situation, { do: "wait" }, situation.state) : null;
}

/** What was said last is said again; where that was no fact, what the user wants. */
function aboutMisunderstanding(situation: Situation): Planned | null {
  const { agenda, has, state, wish } = situation;
  if (!has("lost")) return null;
  const last = agenda.names.given.filter(({ name, value }) => value !== null && state.lastTold.includes(name));
  if (last.length === 0) return withPatience(situation, { do: "restate", wish }, state);
  const { answers, state: next } = answersTo(last.map(asFact), agenda, state);
  return withPatience(situation, { do: "answer", answers, wish, raise: null }, next);
}

/** "I can refund it." Who offers waits for a yes, even without a question. */
function aboutOffer(situation: Situation): Planned | null {
  const offer = situation.parts.find(({ act }) => act === "offer");
  return offer === undefined ? null : answering(situation, proposed(offer.text, situation.mind), situation.state);
}

/** "How can I help?", after the user has said so: once it is only human. */
function aboutInvitation({ has, state, wish }: Situation): Planned | null {
  if (!has("invite") || state.seen.has("invitation")) return null;
  return { plan: { do: "restate", wish }, state: { ...state, seen: new Set([...state.seen, "invitation"]) } };
}
