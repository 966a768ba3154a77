/** Remembers the most recent of what it is given. */
export class Recent<T> {
  readonly #values = new Set<T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(value: T): void {
    this.#values.delete(value);
    this.#values.add(value);
    for (const oldest of this.#values) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
    }
  }

  has(value: T): boolean {
    return this.#values.has(value);
  }
}
