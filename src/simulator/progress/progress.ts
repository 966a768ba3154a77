import type { ProgressState, Total } from "./progress-state.js";

/** How far a run is. Whatever is not known is null. */
export interface Progress {
  /** Conversations: all of them, those under way, those that ended, that broke off, that were given up. */
  readonly total: number;
  readonly running: number;
  readonly ended: number;
  readonly failed: number;
  readonly unfinished: number;
  /** Of those that ended or failed, those that the journal held already. */
  readonly restored: number;
  /** Turns said in this process. */
  readonly turns: number;
  readonly turnsPerSecond: number | null;
  /** Tokens of the agent, as traced, and of the models that play the user, judge and decide; those of an earlier process too. */
  readonly tokens: Total;
  readonly tokensPerSecond: number | null;
  /** By the price table, or as spans state it. */
  readonly cost: Total;
  /** In milliseconds. */
  readonly elapsedMs: number;
  readonly remainingMs: number | null;
}

/** Rates of less than a second are noise. */
const ENOUGH_MS = 1000;

/** What the state comes to at a time on the clock. */
export function progressAt(state: ProgressState, now: number): Progress {
  const { total, ended, failed, unfinished, restored, turns, tokens, cost, freshTokens } = state;
  const elapsedMs = Math.max(0, now - state.beganAt);
  const rate = (count: number | null) => (count === null || elapsedMs < ENOUGH_MS ? null : (count * 1000) / elapsedMs);
  const fresh = ended + failed - restored;
  const left = total - ended - failed - unfinished;
  return {
    total,
    running: state.running.size,
    ended,
    failed,
    unfinished,
    restored,
    turns,
    turnsPerSecond: rate(turns),
    tokens,
    tokensPerSecond: rate(freshTokens),
    cost,
    elapsedMs,
    // As long for each as it took until now: known once some have ended.
    remainingMs: left === 0 ? 0 : fresh < 1 || elapsedMs < ENOUGH_MS ? null : (elapsedMs / fresh) * left,
  };
}
