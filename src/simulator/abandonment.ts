import { messageOf } from "../errors.js";

/**
 * The caller's signals, as one. It listens once to each, however many conversations run: node warns of a leak where a
 * signal has more than ten listeners.
 */
export class Abandonment {
  readonly #signals: readonly AbortSignal[];
  readonly #listeners = new Set<(reason: string) => void>();

  constructor(signals: readonly (AbortSignal | undefined)[]) {
    this.#signals = signals.filter((signal) => signal !== undefined);
    for (const signal of this.#signals) signal.addEventListener("abort", this.#tell);
  }

  /** Why the caller gave up, in its own words. Null: it has not. */
  get why(): string | null {
    const fired = this.#signals.find((signal) => signal.aborted);
    return fired === undefined ? null : messageOf(fired.reason);
  }

  /** The same as a sentence. */
  get reason(): string | null {
    return this.why === null ? null : `The caller aborted the simulation: ${this.why}`;
  }

  on(listener: (reason: string) => void): void {
    this.#listeners.add(listener);
  }

  off(listener: (reason: string) => void): void {
    this.#listeners.delete(listener);
  }

  /** Stops listening to the caller's signals. */
  dispose(): void {
    for (const signal of this.#signals) signal.removeEventListener("abort", this.#tell);
    this.#listeners.clear();
  }

  readonly #tell = (): void => {
    const reason = this.reason ?? "The caller aborted the simulation.";
    for (const listener of [...this.#listeners]) listener(reason);
  };
}
