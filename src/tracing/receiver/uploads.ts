/** Exports that are being received. */
export class Uploads {
  readonly #underWay = new Set<Promise<void>>();

  /** Takes note of one until it is dealt with, whatever comes of it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const result = work();
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.add(done);
    try {
      return await result;
    } finally {
      this.#underWay.delete(done);
    }
  }

  /** Resolves when those that are under way now are dealt with. */
  async underWay(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
