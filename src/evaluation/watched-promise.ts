/**
 * A promise that notices when somebody waits for it. `await` calls the `then` of a promise that is of another class than
 * the language's own, and so do `Promise.all`, `return` from an async function, and test runners.
 */
export class WatchedPromise<T> extends Promise<T> {
  #seen: (() => void) | undefined;

  // What `then` returns is a promise like any other.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** Follows `promise`, and calls `seen` when it is waited for itself. */
  static watch<T>(promise: Promise<T>, seen: () => void): WatchedPromise<T> {
    const watched = new WatchedPromise<T>((resolve) => resolve(promise));
    watched.#seen = seen;
    // A failure that nobody waits for is told by the pending assertions, and not twice.
    void Promise.prototype.then.call(watched, undefined, () => undefined);
    return watched;
  }

  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#seen?.();
    return super.then(onFulfilled, onRejected);
  }
}
