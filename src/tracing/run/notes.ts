/** A set of sentences or names that is mostly empty, of which there are several for every turn. */
export class Notes implements Iterable<string> {
  #noted: Set<string> | undefined;

  get size(): number {
    return this.#noted?.size ?? 0;
  }

  add(note: string): void {
    (this.#noted ??= new Set()).add(note);
  }

  clear(): void {
    this.#noted = undefined;
  }

  [Symbol.iterator](): Iterator<string> {
    return (this.#noted ?? nothing)[Symbol.iterator]();
  }
}

const nothing: ReadonlySet<string> = new Set();
