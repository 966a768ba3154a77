import type { Agenda } from "./agenda.js";

/** What came of a goal. */
export interface Outcome {
  readonly how: "reached" | "refused" | "declined" | "against";
  /** The reply that settled it. */
  readonly reply: string;
}

/** Where the conversation stands; made anew from its turns each time. */
export interface State {
  /** What came of the goals so far; the next one is the current goal. */
  readonly outcomes: readonly Outcome[];
  /** The user has brought up the current goal. */
  readonly raised: boolean;
  /** The parts of its done test that have been seen to hold. */
  readonly says: boolean;
  readonly calls: boolean;
  /** By fact: how often it was told when asked for. */
  readonly told: Counts;
  /** By fact: how often the agent said that it does not match. */
  readonly missed: Counts;
  /** Facts whose value the user has said, asked for or not. */
  readonly said: ReadonlySet<string>;
  /** Ids of what was asked before. */
  readonly seen: ReadonlySet<string>;
  /** Refusals of the current goal. */
  readonly refusals: number;
  /** The user said no to what the agent proposed. */
  readonly declined: boolean;
  /** Turns without progress, since the last progress. */
  readonly stuck: number;
  /** Facts that the user's last words told. */
  readonly lastTold: readonly string[];
  /** The user has spoken at all. */
  readonly spoke: boolean;
  /** The user has said that this was all. */
  readonly closing: boolean;
  /** The agent's calls were recorded in some turn. */
  readonly callsKnown: boolean;
}

export type Counts = { readonly [name: string]: number };
export const count = (counts: Counts, name: string): number => (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0);
export const plus = (counts: Counts, names: readonly string[]): Counts =>
  names.reduce((sum, name) => ({ ...sum, [name]: count(sum, name) + 1 }), counts);

export const start: State = {
  outcomes: [],
  raised: false,
  says: false,
  calls: false,
  told: {},
  missed: {},
  said: new Set(),
  seen: new Set(),
  refusals: 0,
  declined: false,
  stuck: 0,
  lastTold: [],
  spoke: false,
  closing: false,
  callsKnown: false,
};

/** The current goal is settled; the next one is yet to be raised. */
export const settled = (state: State, outcome: Outcome): State => ({
  ...state,
  outcomes: [...state.outcomes, outcome],
  raised: false,
  says: false,
  calls: false,
  refusals: 0,
  declined: false,
  stuck: 0,
});

export const allSettled = (agenda: Agenda, state: State): boolean => state.outcomes.length >= agenda.goals.length;
