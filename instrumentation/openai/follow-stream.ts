import { isObject, patch, quietly, settle } from "../../src/tracing/instrument.js";
import type { Merge } from "./operations/operation.js";
import type { ModelCall } from "./model-call.js";

/**
 * Watches OpenAI's stream where all ways to read it begin, `for await`, `tee` and `toReadableStream` alike: at its own
 * `iterator`. The stream stays the same object and as lazy as it was. False: this is none.
 */
export function followStream(stream: object, call: ModelCall): boolean {
  const merge = call.newMerge();
  if (merge === undefined || !("iterator" in stream) || typeof stream.iterator !== "function") return false;
  const reading = new Reading(call, merge);
  const original = stream.iterator as (...args: unknown[]) => unknown;
  stream.iterator = function (this: unknown, ...args: unknown[]): unknown {
    const iterator = original.apply(this, args);
    if (typeof iterator === "object" && iterator !== null) reading.follow(iterator);
    return iterator;
  };
  if ("controller" in stream && isObject(stream.controller)) reading.endOnAbort(stream.controller.signal);
  return true;
}

/** What is read of one stream, by whichever of its iterators takes the first step. */
class Reading {
  readonly #call: ModelCall;
  /** Undefined: it was read to its end. The application may keep the stream, and what it said not. */
  #merge: Merge | undefined;
  #reader: object | undefined;
  #stepsUnderWay = 0;

  constructor(call: ModelCall, merge: Merge) {
    this.#call = call;
    this.#merge = merge;
  }

  follow(iterator: object): void {
    for (const method of ["next", "return", "throw"]) {
      patch(iterator, method, (original) => {
        const step = (self: unknown, args: unknown[]) => this.#step(iterator, () => original.apply(self, args));
        return function (this: unknown, ...args: unknown[]) {
          return step(this, args);
        };
      });
    }
  }

  /** A stream that is aborted while nobody waits for its next piece tells nobody that it is over. */
  endOnAbort(signal: unknown): void {
    if (!isObject(signal) || typeof signal.addEventListener !== "function") return;
    const aborted = (): void => {
      if (this.#stepsUnderWay === 0) this.#finish();
    };
    Reflect.apply(signal.addEventListener, signal, ["abort", aborted, { once: true }]);
  }

  /** OpenAI refuses to read a stream twice; that a second reader fails says nothing about what the first one reads. */
  #step(iterator: object, step: () => unknown): unknown {
    this.#reader ??= iterator;
    if (this.#reader !== iterator) return step();
    this.#stepsUnderWay += 1;
    return settle(step, (result) => this.#seen(result), { threw: (error: unknown) => this.#broke(error) });
  }

  #seen(result: unknown): unknown {
    this.#stepsUnderWay -= 1;
    if (isObject(result)) {
      if (result.done === true) this.#finish();
      else quietly("recording a stream", () => this.#merge?.add(result.value));
    }
    return result;
  }

  #broke(error: unknown): void {
    this.#stepsUnderWay -= 1;
    const merge = this.#merge;
    this.#merge = undefined;
    if (merge !== undefined) this.#call.broke(merge, error);
  }

  #finish(): void {
    const merge = this.#merge;
    this.#merge = undefined;
    if (merge !== undefined) this.#call.finished(merge);
  }
}
