import { messageOf } from "../errors.js";

/**
 * The caller's signals, as one. It listens once to each, however many conversations run: node warns of a leak where a
 * signal has more than ten listeners.
 */
export class Abandonment {
  readonly #signals: readonly AbortSignal[];
  readonly #ceiling: AbortSignal | undefined;
  readonly #listeners = new Set<(reason: string) => void>();

  /**
   * `ceiling`: fires when enough was spent, for a reason that is a sentence. Nothing more is then asked; what is under
   * way is waited for, since it is paid for.
   */
  constructor(signals: readonly (AbortSignal | undefined)[], ceiling?: AbortSignal) {
    this.#signals = signals.filter((signal) => signal !== undefined);
    this.#ceiling = ceiling;
    for (const signal of this.#signals) signal.addEventListener("abort", this.#tell);
  }

  /** Whether the caller gave up, so that nothing is waited for. */
  get isCut(): boolean {
    return this.#signals.some((signal) => signal.aborted);
  }

  /** Why nothing more is to be asked, as a sentence. Null: go on. */
  get reason(): string | null {
    const fired = this.#signals.find((signal) => signal.aborted);
    if (fired !== undefined) return `The caller aborted the simulation: ${messageOf(fired.reason)}`;
    return this.#ceiling?.aborted === true ? messageOf(this.#ceiling.reason) : null;
  }

  /** The same of a conversation that has not begun. */
  get reasonNotToBegin(): string | null {
    const fired = this.#signals.find((signal) => signal.aborted);
    if (fired === undefined) return this.reason;
    return `The caller aborted the simulation before this conversation began: ${messageOf(fired.reason)}`;
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
