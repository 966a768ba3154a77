import { follow } from "./follow.js";
import type { Outcome } from "./outcome.js";
import { patch } from "./patch.js";
import { followShared } from "./shared-promise.js";

/**
 * Settles as `promise` does, one tick later; if nobody handles its rejection it is as unhandled as before.
 *
 * @param isFresh whether nobody else can have the promise, as with what an async function returns
 */
export function followPromise(promise: Promise<unknown>, outcome: Outcome, isFresh: boolean): Promise<unknown> {
  const goOn = (value: unknown): unknown => follow(value, outcome);
  const followed = isFresh
    ? promise.then(goOn, (error: unknown) => {
        outcome.threw(error);
        throw error;
      })
    : followShared(promise, outcome, goOn);
  // Names only: symbols on a promise are how Node keeps its async context, which must stay each promise's own.
  for (const name of Object.getOwnPropertyNames(promise)) {
    const extra = Object.getOwnPropertyDescriptor(promise, name);
    if (extra !== undefined) Reflect.defineProperty(followed, name, extra);
  }
  return followed;
}

type Callback = ((value: unknown) => unknown) | null | undefined;

/**
 * Promise subclasses and thenables keep their type and their methods, and may do their work only when they are asked
 * to: so their own `then` is watched, and never called by us.
 */
export function followThenable(thenable: object, outcome: Outcome): boolean {
  const patched = patch(
    thenable,
    "then",
    (then) =>
      function (this: unknown, onFulfilled?: unknown, onRejected?: unknown) {
        const [succeed, fail] = [onFulfilled as Callback, onRejected as Callback];
        return then.call(
          this,
          (value: unknown) => {
            const followed = follow(value, outcome);
            return typeof succeed === "function" ? succeed(followed) : followed;
          },
          (error: unknown) => {
            outcome.threw(error);
            if (typeof fail === "function") return fail(error);
            throw error;
          },
        );
      },
  );
  if (!patched) outcome.unseen("its result is frozen and could not be watched");
  return true;
}
