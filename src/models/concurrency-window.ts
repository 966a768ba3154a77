/**
 * How many calls may be under way at once. It halves when a provider limits the rate and grows by one for each round of
 * calls that succeed: additive increase and multiplicative decrease, as TCP does it (RFC 5681, section 3.1), since nothing
 * else tells how much a provider takes at this moment.
 */
export class ConcurrencyWindow {
  readonly #most: number;
  #size: number;
  /** Since it last changed. */
  #successes = 0;

  /** `most`: what it begins with, and never exceeds. `Infinity`: there is no limit until a provider sets one. */
  constructor(most: number) {
    this.#most = most;
    this.#size = most;
  }

  /** At least one. */
  get size(): number {
    return this.#size;
  }

  grow(): void {
    if (this.#size >= this.#most || ++this.#successes < this.#size) return;
    this.#size += 1;
    this.#successes = 0;
  }

  /** `inFlight`: how many calls the provider found too many. */
  shrink(inFlight: number): void {
    this.#size = Math.max(1, Math.floor(Math.min(this.#size, inFlight) / 2));
    this.#successes = 0;
  }
}
