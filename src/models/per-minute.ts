const MINUTE_MS = 60_000;

interface Entry {
  readonly at: number;
  amount: number;
  forgotten: boolean;
}

/**
 * At most so much in any 60 seconds, whichever they are: a window that slides, since a budget that begins anew each
 * minute lets twice as much through around its turn.
 */
export class PerMinute {
  readonly #limit: number;
  #entries: Entry[] = [];
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** When so much may be spent, `now` or later. More than the whole limit may be once nothing else was. */
  freeAt(amount: number, now: number): number {
    this.#forget(now);
    let spent = this.#spent;
    let at = now;
    for (const entry of this.#entries) {
      if (spent + amount <= this.#limit) return at;
      spent -= entry.amount;
      at = entry.at + MINUTE_MS;
    }
    return at;
  }

  /** Returns what puts right how much it was. */
  spend(amount: number, now: number): (really: number) => void {
    const entry: Entry = { at: now, amount, forgotten: this.#limit === Infinity };
    if (entry.forgotten) return () => undefined;
    this.#entries.push(entry);
    this.#spent += amount;
    return (really) => {
      if (entry.forgotten) return;
      this.#spent += really - entry.amount;
      entry.amount = really;
    };
  }

  #forget(now: number): void {
    const first = this.#entries.findIndex(({ at }) => at + MINUTE_MS > now);
    const over = this.#entries.splice(0, first < 0 ? this.#entries.length : first);
    for (const entry of over) {
      this.#spent -= entry.amount;
      entry.forgotten = true;
    }
  }
}
