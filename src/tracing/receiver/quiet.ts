import type { Ended } from "./ended-runs.js";
import type { ReceiverClock, ReceiverSettings } from "./receiver-options.js";

/** More than was needed: the next may come a little later. */
const MARGIN = 1.5;

/**
 * How long nothing more must have come before a trace that looks complete is taken as such. What came when its turn had been
 * taken teaches the turns after it to wait for as long as that would have needed, within what a turn waits at most.
 */
export class Quiet {
  ms: number;
  readonly #settleMs: number;
  readonly #clock: Pick<ReceiverClock, "now">;

  constructor({ quietMs, settleMs, clock }: Pick<ReceiverSettings, "quietMs" | "settleMs" | "clock">) {
    this.ms = quietMs;
    this.#settleMs = settleMs;
    this.#clock = clock;
  }

  /** Something that counts of this run has just come. */
  learn({ at, quietMs }: Pick<Ended, "at" | "quietMs">): void {
    if (quietMs === undefined) return;
    const needed = quietMs + this.#clock.now() - at;
    if (needed <= this.#settleMs) this.ms = Math.max(this.ms, Math.min(needed * MARGIN, this.#settleMs));
  }
}
