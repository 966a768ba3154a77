import { isIterator, followIterable, followIterator } from "./follow-iterator.js";
import { followPromise, followThenable } from "./follow-promise.js";
import { followReadable, isReadableStream } from "./follow-stream.js";
import type { Outcome } from "./outcome.js";
import { SharedPromise } from "./shared-promise.js";

/**
 * Watches a result until it is complete and hands it on: the same object, patched in place, for everything but native
 * promises, whose `then` an `await` would not look up; those are replaced by one that settles in the same way.
 *
 * @param isFresh false: others may hold a promise that this is
 */
export function follow<T>(result: T, outcome: Outcome, isFresh = true): T {
  if ((typeof result !== "object" || result === null) && typeof result !== "function") {
    outcome.returned(result);
    return result;
  }
  try {
    if (isNativePromise(result)) return followPromise(result, outcome, isFresh) as T;
    if (SharedPromise.isOne(result)) return followPromise(result, outcome, false) as T;
    if (watch(result, outcome)) return result;
  } catch {
    outcome.unseen("its result could not be watched");
    return result;
  }
  outcome.returned(result);
  return result;
}

/** True: the result is one that goes on, and its end will be told. */
function watch(result: object, outcome: Outcome): boolean {
  if ("then" in result && typeof result.then === "function") return followThenable(result, outcome);
  if (typeof result === "function") return false;
  if (isReadableStream(result)) return followReadable(result, outcome);
  if (isIterator(result)) return followIterator(result, outcome);
  return Symbol.asyncIterator in result && followIterable(result, outcome);
}

const isNativePromise = (value: object): value is Promise<unknown> =>
  Object.getPrototypeOf(value) === Promise.prototype &&
  !Object.hasOwn(value, "then") &&
  !Object.hasOwn(value, "constructor");
