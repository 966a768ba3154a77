import type { Outcome } from "./outcome.js";
import { patch } from "./patch.js";
import { Pieces } from "./pieces.js";

/** Generators and other iterators, synchronous or not; arrays, maps and sets are values, and have no `next`. */
export const isIterator = (value: object): boolean =>
  "next" in value && typeof value.next === "function" && (Symbol.iterator in value || Symbol.asyncIterator in value);

/** Watches `next`, `return` and `throw` of this iterator. Each step runs within the observed call's context. */
export function followIterator(iterator: object, outcome: Outcome): boolean {
  const pieces = new Pieces();
  const seen = steps(pieces, outcome);
  const stopped = steps(pieces, {
    streamed: () => stop(pieces, outcome),
    unseen: (reason) => outcome.unseen(reason),
  });
  const watched = ["next", "return", "throw"].map((method) =>
    patch(
      iterator,
      method,
      (original) =>
        function (this: unknown, ...args: unknown[]) {
          const step = () => outcome.within(() => original.apply(this, args));
          return settle(step, method === "return" ? stopped : seen, outcome);
        },
    ),
  );
  if (watched[0] !== true) outcome.unseen("its iterator is frozen and could not be watched");
  return true;
}

/** Its reader goes no further. */
export function stop(pieces: Pieces, outcome: Outcome): void {
  if (outcome.brokenOff === undefined) outcome.streamed(pieces);
  else outcome.brokenOff(pieces);
}

/** Takes in one `{ done, value }`, and hands it on. */
export function steps(pieces: Pieces, outcome: Pick<Outcome, "streamed" | "unseen">): (result: unknown) => unknown {
  return (result) => {
    try {
      const { done, value } = result as { readonly done?: boolean; readonly value?: unknown };
      if (done === true) outcome.streamed(pieces, value);
      else pieces.add(value);
    } catch {
      outcome.unseen("a step of its result could not be read");
    }
    return result;
  };
}

/** Lazy sequences such as an SDK's stream: the iterator is made, and watched, when somebody asks for it. */
export function followIterable(iterable: object, outcome: Outcome): boolean {
  let iterated = false;
  const patched = patch(iterable, Symbol.asyncIterator, (original) => {
    return function (this: unknown, ...args: unknown[]) {
      const iterator = original.apply(this, args);
      iterated = true;
      if (typeof iterator === "object" && iterator !== null) followIterator(iterator, outcome);
      return iterator;
    };
  });
  if (!patched) outcome.unseen("its result is frozen and could not be watched");
  else if (isNodeStream(iterable)) {
    iterable.once("close", () => {
      if (iterated) return;
      if (iterable.errored !== null && iterable.errored !== undefined) outcome.threw(iterable.errored);
      else outcome.unseen("its stream was read by events, unseen");
    });
  }
  return true;
}

interface NodeStream {
  readonly errored?: unknown;
  once(event: "close", listener: () => void): unknown;
}

const isNodeStream = (value: object): value is NodeStream =>
  "pipe" in value && "once" in value && typeof value.once === "function";

/** Calls `step` and shows what comes of it, now or later, without changing it. */
export function settle(
  step: () => unknown,
  seen: (result: unknown) => unknown,
  outcome: Pick<Outcome, "threw">,
): unknown {
  const failed = (error: unknown): never => {
    outcome.threw(error);
    throw error;
  };
  let result: unknown;
  try {
    result = step();
  } catch (error) {
    return failed(error);
  }
  if (typeof result !== "object" || result === null) return result;
  if ("then" in result && typeof result.then === "function") return (result as PromiseLike<unknown>).then(seen, failed);
  return seen(result);
}
