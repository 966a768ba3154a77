/** An asynchronous assertion that was begun. It is forgotten once somebody waits for it. */
export interface PendingAssertion {
  /** Name of the matcher. */
  readonly matcher: string;
  /** The frames of the user's call. */
  readonly frames: string;
  /** Settles with the verdict. Its rejection is handled already. */
  readonly promise: Promise<unknown>;
  /** What was thrown at once, in case somebody swallowed it. */
  readonly refused?: Error;
}

// On a global symbol: the plugin and the runner's hooks may come from two copies of this package.
const key = Symbol.for("rehearsal.pendingAssertions");
const shared = globalThis as { [key]?: Set<PendingAssertion> };
const pending = (): Set<PendingAssertion> => (shared[key] ??= new Set());

export const addPending = (assertion: PendingAssertion): void => void pending().add(assertion);
export const forgetPending = (assertion: PendingAssertion): void => void pending().delete(assertion);

/** Everything that nobody waited for until now; it is not handed out again. */
export function takePending(): readonly PendingAssertion[] {
  const left = [...pending()];
  pending().clear();
  return left;
}
