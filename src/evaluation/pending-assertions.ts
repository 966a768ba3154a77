/** An asynchronous assertion that was begun. It is forgotten once somebody waits for it. */
export interface PendingAssertion {
  /** How it should have been written. */
  readonly call: string;
  /** The frames of the user's call. */
  readonly frames: string;
  /** Settles with the verdict. */
  readonly promise: Promise<unknown>;
  /** What was thrown at once, in case somebody swallowed it. */
  readonly refused?: Error;
}

// On a global symbol: the assertions and the runner's hooks may come from two copies of this package.
const key = Symbol.for("rehearsal.pendingAssertions");
const shared = globalThis as { [key]?: Set<PendingAssertion> };

/** From now on somebody asks, after each test, what was never awaited. */
export const watchPending = (): void => void (shared[key] ??= new Set());

/** Everything that nobody waited for until now; it is not handed out again. */
export function takePending(): readonly PendingAssertion[] {
  const left = [...(shared[key] ?? [])];
  shared[key]?.clear();
  return left;
}

/**
 * Notes an assertion that was begun; the function that it returns is called when somebody waits for it. Whoever watches
 * tells the verdict if nobody does. Where nobody watches, a failure that nobody waits for is thrown at the process: mocha
 * overlooks unhandled rejections.
 */
export function addPending(assertion: PendingAssertion): () => void {
  const watched = shared[key];
  let isSeen = false;
  watched?.add(assertion);
  assertion.promise.catch((error: unknown) => {
    if (watched !== undefined) return;
    setImmediate(() => {
      if (!isSeen) throw error;
    });
  });
  return () => {
    isSeen = true;
    watched?.delete(assertion);
  };
}
