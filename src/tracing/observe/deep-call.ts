import { activeContext, scopeOf } from "../context.js";
import { quietly } from "../faults.js";
import type { CallRecord } from "./call-record.js";
import { follow } from "./follow.js";
import { inPlaceOf } from "./in-place-of.js";
import type { ObserveSpec } from "./observe-options.js";
import type { ObservedCall } from "./observed-call.js";
import { startCall } from "./start-call.js";

type AnyFunction = (...args: never[]) => unknown;

/**
 * A call so deep within other observed ones that the stack has no room for a context of its own, which takes several times
 * what a call takes. It is recorded in the context of the deepest one that has one; meanwhile that stands for it.
 */
export class DeepCall {
  /** What to call. */
  readonly target: AnyFunction;
  readonly #isAsync: boolean;
  readonly #observed: ObservedCall | undefined;
  readonly #around: CallRecord | undefined;
  readonly #before: CallRecord | undefined;

  constructor(spec: ObserveSpec, fn: AnyFunction, args: readonly unknown[], isAsync: boolean) {
    this.target = inPlaceOf(spec, fn);
    this.#isAsync = isAsync && this.target === fn;
    this.#observed = quietly("starting a span", () => startCall(spec, args));
    this.#around = this.#observed === undefined ? undefined : scopeOf(activeContext())?.call;
    this.#before = this.#around?.beside;
    if (this.#around !== undefined) this.#around.beside = this.#observed?.besideOthers();
  }

  returned(result: unknown): unknown {
    this.#leave();
    return this.#observed === undefined ? result : follow(result, this.#observed, this.#isAsync);
  }

  /** Gives back what was thrown. */
  threw(error: unknown): unknown {
    this.#leave();
    this.#observed?.threw(error);
    return error;
  }

  #leave(): void {
    if (this.#around !== undefined) this.#around.beside = this.#before;
  }
}
