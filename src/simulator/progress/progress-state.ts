import type { Known, Spent } from "../ceiling/spending.js";

/** What happens in a run, as far as its progress shows it. */
export type ProgressEvent =
  /** `restored`: its journal says how it went, and it is not held again. */
  | { readonly type: "begun"; readonly threadId: string; readonly restored: boolean }
  | { readonly type: "turn"; readonly threadId: string }
  /** A reply of the agent, or a call of the simulated user's model. `past`: in an earlier process. */
  | { readonly type: "spent"; readonly threadId: string; readonly spent: Spent; readonly past: boolean }
  /** `outcome`: it ended, it broke off, or it was given up and can go on later. */
  | { readonly type: "finished"; readonly threadId: string; readonly outcome: "ended" | "failed" | "unfinished" };

/** An amount over all conversations. */
export interface Total {
  /** What is known of it. Null: nothing. */
  readonly known: number | null;
  /** Conversations of which all or a part is not known. */
  readonly unknownIn: number;
}

interface Held {
  readonly restored: boolean;
  readonly tokensUnknown: boolean;
  readonly costUnknown: boolean;
}

/** How far a run is. Replaced and not changed by every event. */
export interface ProgressState {
  /** Conversations. */
  readonly total: number;
  /** On the clock. */
  readonly beganAt: number;
  readonly at: number;
  readonly running: ReadonlyMap<string, Held>;
  readonly ended: number;
  readonly failed: number;
  readonly unfinished: number;
  /** Of those that ended or failed, those that were not held again. */
  readonly restored: number;
  /** Said in this process. */
  readonly turns: number;
  readonly tokens: Total;
  readonly cost: Total;
  /** Tokens spent by this process. Null: none is known. */
  readonly freshTokens: number | null;
}

const nothing: Total = { known: null, unknownIn: 0 };

export const progressOf = (total: number, now: number): ProgressState => ({
  total,
  beganAt: now,
  at: now,
  running: new Map(),
  ended: 0,
  failed: 0,
  unfinished: 0,
  restored: 0,
  turns: 0,
  tokens: nothing,
  cost: nothing,
  freshTokens: null,
});

/** The state after an event. */
export function progressed(before: ProgressState, event: ProgressEvent, now: number): ProgressState {
  const state = { ...before, at: Math.max(now, before.at) };
  const held = state.running.get(event.threadId);
  switch (event.type) {
    case "begun": {
      const { restored } = event;
      return { ...state, running: withHeld(state, event.threadId, { restored, ...allKnown }) };
    }
    case "turn":
      return { ...state, turns: state.turns + 1 };
    case "spent":
      return spent(state, held, event);
    case "finished": {
      const running = new Map(state.running);
      running.delete(event.threadId);
      const restored = state.restored + (held?.restored === true && event.outcome !== "unfinished" ? 1 : 0);
      return { ...state, running, restored, [event.outcome]: state[event.outcome] + 1 };
    }
  }
}

const allKnown = { tokensUnknown: false, costUnknown: false };

const withHeld = ({ running }: ProgressState, threadId: string, held: Held): ReadonlyMap<string, Held> =>
  new Map(running).set(threadId, held);

function spent(
  state: ProgressState,
  held: Held | undefined,
  { threadId, spent: { tokens, cost }, past }: Extract<ProgressEvent, { type: "spent" }>,
): ProgressState {
  const before = held ?? { restored: false, ...allKnown };
  const after = {
    ...before,
    tokensUnknown: before.tokensUnknown || !tokens.whole,
    costUnknown: before.costUnknown || !cost.whole,
  };
  const changed = after.tokensUnknown !== before.tokensUnknown || after.costUnknown !== before.costUnknown;
  return {
    ...state,
    // Copied only where it changes, since replies are many.
    running: held !== undefined && changed ? withHeld(state, threadId, after) : state.running,
    tokens: added(state.tokens, tokens, after.tokensUnknown && !before.tokensUnknown),
    cost: added(state.cost, cost, after.costUnknown && !before.costUnknown),
    freshTokens: past ? state.freshTokens : plus(state.freshTokens, tokens.amount),
  };
}

const added = ({ known, unknownIn }: Total, { amount }: Known, isNewlyUnknown: boolean): Total => ({
  known: plus(known, amount),
  unknownIn: unknownIn + (isNewlyUnknown ? 1 : 0),
});

const plus = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);
