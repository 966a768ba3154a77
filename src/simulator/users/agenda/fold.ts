import type { Turn } from "../../../test-case/turn.js";
import { covers, type Agenda } from "./agenda.js";
import type { Plan, Planned, Reply } from "./plan.js";
import { planFor } from "./rules.js";
import { quotes } from "./slot-names.js";
import { contains, normalise } from "./normalise.js";
import { plus, start, type State } from "./state.js";

/**
 * What the user does next, from the conversation alone. Every earlier reply is read again, and what was then said is
 * taken from the turns and not from what these rules would have said: so somebody else may have spoken for the user.
 */
export function planNext(agenda: Agenda, turns: readonly Turn[], patience: number): Planned {
  let state = start;
  let pending: Turn[] = [];
  for (const turn of turns) {
    if (turn.role === "assistant") {
      pending.push(turn);
      continue;
    }
    const { plan, state: next } = planFor(agenda, state, replyOf(pending), patience);
    // Two user turns in a row are one: nothing was replied to the first.
    state = heard(agenda, state.spoke && pending.length === 0 ? state : next, plan, turn.content);
    pending = [];
  }
  return planFor(agenda, state, replyOf(pending), patience);
}

function replyOf(turns: readonly Turn[]): Reply {
  const known = turns.filter(({ toolsCalled }) => toolsCalled !== undefined);
  const calls = known.flatMap(({ toolsCalled = [] }) =>
    toolsCalled.filter(({ executed, error }) => executed !== false && error === undefined).map(({ name }) => name),
  );
  return { text: turns.map(({ content }) => content).join("\n"), calls: known.length === 0 ? null : calls };
}

/** The state after the user's turn. */
function heard(agenda: Agenda, state: State, plan: Plan, text: string): State {
  const words = normalise(text);
  const asked =
    plan.do === "answer" ? plan.answers.flatMap((answer) => (answer.kind === "fact" ? [answer.slot] : [])) : [];
  const saidNow = agenda.names.given.filter((slot) => quotes(words, slot));
  const told = asked.filter(({ value, shown }) =>
    shown === null ? typeof value === "boolean" : contains(words, shown),
  );
  const goal = agenda.goals[state.outcomes.length];
  const stoodFor = state.outcomes.length === 0 && !agenda.opensAside;
  return {
    ...state,
    spoke: true,
    raised: state.raised || stoodFor || (goal !== undefined && covers(words, goal.say)),
    said: new Set([...state.said, ...saidNow, ...told].map((slot) => (typeof slot === "string" ? slot : slot.name))),
    told: plus(
      state.told,
      told.map(({ name }) => name),
    ),
    lastTold: told.map(({ name }) => name),
    closing: plan.do === "close",
    declined: state.declined && !(declines(plan) && /^\W*(?:yes|yeah|sure|ok)\b/.test(words)),
  };
}

const declines = (plan: Plan): boolean => plan.do === "answer" && plan.answers.some(({ kind }) => kind === "decline");
