/** An asynchronous assertion that was begun. It is forgotten once somebody has waited for its verdict. */
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

interface Watch {
  readonly pending: Set<PendingAssertion>;
  /** By the error with which it failed while it was watched: that may come back as a rejection that nobody handled. */
  readonly failed: WeakMap<object, PendingAssertion>;
  readonly onUnhandled: (reason: unknown) => void;
}

// On a global symbol: the assertions and the runner's hooks may come from two copies of this package.
const key = Symbol.for("rehearsal.pending");
const shared = globalThis as { [key]?: Watch | undefined };

/** From now on somebody asks, after each test, what was not awaited to its end. */
export function watchPending(): void {
  if (shared[key] !== undefined) return;
  const pending = new Set<PendingAssertion>();
  const failed = new WeakMap<object, PendingAssertion>();
  const onUnhandled = (reason: unknown): void => {
    const assertion = isObject(reason) ? failed.get(reason) : undefined;
    if (assertion !== undefined) pending.add(assertion);
  };
  shared[key] = { pending, failed, onUnhandled };
  // What is made of an assertion, as by `.then`, may fail without anybody noticing: mocha overlooks such rejections.
  process.on("unhandledRejection", onUnhandled);
}

/** Nobody will ask any more. */
export function unwatchPending(): void {
  if (shared[key] !== undefined) process.off("unhandledRejection", shared[key].onUnhandled);
  shared[key] = undefined;
}

/** Everything whose verdict nobody waited for until now; it is not handed out again. */
export function takePending(): readonly PendingAssertion[] {
  const { pending } = shared[key] ?? {};
  const left = [...(pending ?? [])];
  pending?.clear();
  return left;
}

/**
 * Notes an assertion that was begun; the function that it returns is called when somebody begins to wait for it. It is
 * pending until it has settled, too: who has not waited until then has not asserted. Whoever watches tells the verdict.
 * Where nobody watches, a failure that nobody handles is thrown at the process.
 */
export function addPending(assertion: PendingAssertion): () => void {
  const watch = shared[key];
  let isSeen = false;
  let isSettled = false;
  watch?.pending.add(assertion);
  const forget = (): void => {
    if (isSeen && isSettled) watch?.pending.delete(assertion);
  };
  const settled = (): void => {
    isSettled = true;
    forget();
  };
  assertion.promise.then(settled, (error: unknown) => {
    // One that was handed out already is not told again.
    if (isObject(error) && watch?.pending.has(assertion) === true) watch.failed.set(error, assertion);
    settled();
    if (watch === undefined) throwIfUnhandled(error, () => isSeen);
  });
  return () => {
    isSeen = true;
    forget();
  };
}

/** mocha listens for unhandled rejections and drops them; where nobody listens, Node itself ends the process. */
function throwIfUnhandled(error: unknown, isSeen: () => boolean): void {
  let isUnhandled = false;
  const onUnhandled = (reason: unknown): void => {
    isUnhandled ||= reason === error;
  };
  const isDropped = process.listenerCount("unhandledRejection") > 0;
  if (isDropped) process.on("unhandledRejection", onUnhandled);
  setImmediate(() => {
    process.off("unhandledRejection", onUnhandled);
    if (isUnhandled || !isSeen()) throw error;
  });
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
