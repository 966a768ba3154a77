import type { Agenda } from "./agenda.js";
import type { Demand } from "./demands.js";
import type { Slot } from "./slot-names.js";
import { count, plus, type State } from "./state.js";

/** A fact as the user tells it. */
export interface TellFact {
  readonly kind: "fact";
  readonly slot: Slot;
  /** What the agent called it. Null: its name in the golden serves. */
  readonly label: string | null;
  readonly own: boolean;
  readonly yesNo: boolean;
  /** For the first time; once more; with growing impatience; after the agent said that it does not match. */
  readonly how: "first" | "again" | "insist" | "checked";
}

/** One thing that the user says in answer to a reply. */
export type Answer =
  | TellFact
  /** The agent did not accept the fact and the user has no other. */
  | { readonly kind: "only"; readonly slot: Slot; readonly label: string | null }
  | { readonly kind: "unknown"; readonly label: string | null; readonly own: boolean; readonly again: boolean }
  /** `turned`: neither yes nor no says so: "Do you mind if I go ahead?" */
  | { readonly kind: "agree" | "decline"; readonly again: boolean; readonly turned: boolean }
  | { readonly kind: "right" }
  | { readonly kind: "wrong"; readonly slot: Slot; readonly label: string | null }
  /** The user wants something else than what the agent proposes, or `only` a part of it. */
  | { readonly kind: "unwanted"; readonly only?: string }
  /** The user says again what it wants, as one of the things that the agent offers. */
  | { readonly kind: "wish" };

export interface Answered {
  readonly answers: readonly Answer[];
  /** Without `stuck`. */
  readonly state: State;
  /** Something was new; or at least once allowed again; or all of it was answered before. */
  readonly progress: "made" | "allowed" | "none";
}

/** How the user answers what a reply asks for. */
export function answersTo(demands: readonly Demand[], agenda: Agenda, before: State): Answered {
  let state = before;
  const progress: Answered["progress"][] = [];
  const isNew = (id: string): boolean => {
    const fresh = !state.seen.has(id);
    if (fresh) state = { ...state, seen: new Set([...state.seen, id]) };
    progress.push(fresh ? "made" : "none");
    return fresh;
  };
  const answers = demands.map((demand): Answer => {
    switch (demand.kind) {
      case "fact": {
        const told = fact(demand, state);
        progress.push(told.progress);
        if (told.answer.kind === "fact" && told.answer.how === "checked") {
          state = { ...state, seen: new Set([...state.seen, checkedId(demand.slot)]) };
        }
        return told.answer;
      }
      case "unknown":
        return { kind: "unknown", label: demand.label, own: demand.own, again: !isNew(`unknown:${demand.id}`) };
      case "confirm":
        state = agenda.agrees ? state : { ...state, declined: true };
        return {
          kind: agenda.agrees ? "agree" : "decline",
          again: !isNew(`confirm:${demand.id}`),
          turned: demand.turned,
        };
      case "check":
        isNew(`check:${demand.id}`);
        return demand.right ? { kind: "right" } : { kind: "wrong", slot: demand.slot, label: demand.label };
      case "said":
        isNew(`said:${demand.id}`);
        return { kind: "right" };
      case "unwanted":
        isNew(`unwanted:${demand.id}`);
        return { kind: "unwanted", ...(demand.only !== undefined && { only: demand.only }) };
      case "wish":
        isNew(`wish:${demand.id}`);
        return { kind: "wish" };
    }
  });
  const best = progress.includes("made") ? "made" : progress.includes("allowed") ? "allowed" : "none";
  return { answers, state, progress: best };
}

const checkedId = ({ name }: Slot): string => `checked:${name}`;

/** Once more is human; after that it is the agent who makes no progress. A fact that does not match is repeated once. */
function fact(
  { slot, label, own, yesNo }: Demand & { kind: "fact" },
  state: State,
): { readonly answer: Answer; readonly progress: Answered["progress"] } {
  const tell = (how: TellFact["how"]): TellFact => ({ kind: "fact", slot, label, own, yesNo, how });
  if (count(state.missed, slot.name) > 0) {
    if (state.seen.has(checkedId(slot))) return { answer: { kind: "only", slot, label }, progress: "none" };
    return { answer: tell("checked"), progress: "allowed" };
  }
  switch (count(state.told, slot.name)) {
    case 0:
      return { answer: tell(state.said.has(slot.name) ? "again" : "first"), progress: "made" };
    case 1:
      return { answer: tell("again"), progress: "allowed" };
    default:
      return { answer: tell("insist"), progress: "none" };
  }
}

/** The facts that the agent says do not match, counted; only what the user has said can fail to match. */
export function missedIn(names: readonly string[], state: State): State {
  return {
    ...state,
    missed: plus(
      state.missed,
      names.filter((name) => state.said.has(name)),
    ),
  };
}
