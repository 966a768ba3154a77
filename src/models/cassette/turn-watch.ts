/** Why nobody waits for the answers of a turn any more: its deadline passed, or the run was given up. */
export type Over = "late" | "given up";

/**
 * The deadline of one turn, as its cassette sees it: a call that it cut off is recorded as that, and a replay of such a
 * call makes the turn late at once, by the same way as the clock would have.
 */
export class TurnWatch {
  #over: Over | undefined;
  #lapse: (() => void) | undefined;
  #isLapsed = false;
  readonly #listeners = new Set<(how: Over) => void>();

  /** Undefined: it is going on. */
  get over(): Over | undefined {
    return this.#over;
  }

  /** Calls back when the turn is over, unless the returned function is called before. */
  onOver(listener: (how: Over) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whoever keeps time: `late` is what it does when the deadline passes. */
  keptBy(late: () => void): void {
    this.#lapse = late;
    if (this.#isLapsed) late();
  }

  /** Whoever keeps time: before anybody else is told. */
  end(how: Over): void {
    if (this.#over !== undefined) return;
    this.#over = how;
    for (const listener of [...this.#listeners]) listener(how);
    this.#listeners.clear();
  }

  /** Makes it late now; where it has just begun, as soon as somebody keeps time. */
  lapse(): void {
    this.#isLapsed = true;
    this.#lapse?.();
  }
}
