import type { RunTime } from "../tracing/run/run-time.js";
import type { Clock } from "./clock.js";

/** A power of two, so that differences are exact: about a microsecond, in milliseconds. */
const TICK_MS = 2 ** -10;

/**
 * Times of one conversation on an injected clock, from its beginning: so they depend neither on what else runs nor on
 * where that clock began. Each beginning takes a tick, since calls have an order also where the clock stands still.
 */
export class ConversationTime implements RunTime {
  readonly #clock: Clock;
  readonly #begunAt: number;
  #ticks = 0;

  /** @param passedMs how long it has lasted already, in a run before */
  constructor(clock: Clock, passedMs = 0) {
    this.#clock = clock;
    this.#begunAt = clock.now() - passedMs;
  }

  now(): number {
    return (Math.round((this.#clock.now() - this.#begunAt) / TICK_MS) + this.#ticks) * TICK_MS;
  }

  begin(): number {
    this.#ticks += 1;
    return this.now();
  }
}
