import { types } from "node:util";
import { shared } from "../../test-case/shared.js";
import { quietly } from "../faults.js";
import { DeepCall } from "./deep-call.js";
import { follow } from "./follow.js";
import { inPlaceOf } from "./in-place-of.js";
import { specOf, type ObserveOptions, type ObserveSpec } from "./observe-options.js";
import { startCall } from "./start-call.js";

type AnyFunction = (...args: never[]) => unknown;

/**
 * Records every call of a function as a span: into the run that it happens in, and as a real OpenTelemetry span with
 * GenAI attributes. The function stays what it was: its type, name, length, properties and `this`; synchronous stays
 * synchronous, generators and streams stay lazy, errors are thrown on unchanged.
 *
 * @example
 * const lookupOrder = observe({ type: "tool", name: "lookup_order" }, async ({ id }: { id: string }) => db.get(id));
 */
export function observe<F extends AnyFunction>(fn: F): F;
export function observe<F extends AnyFunction>(options: ObserveOptions, fn: F): F;
export function observe<F extends AnyFunction>(...given: [F] | [ObserveOptions, F]): F {
  const [options, fn] = given.length === 1 ? [{}, given[0]] : given;
  const spec = { ...specOf(options, fn), wraps: specs().get(fn) };
  const isAsync = types.isAsyncFunction(fn);
  const wrapped = new Proxy(fn, {
    apply: (own, self: unknown, args: unknown[]) => {
      if (nested < MOST_NESTED) return call(spec, own, self, args, isAsync);
      // Here, and in no function of its own, for the sake of the stack.
      const deep = new DeepCall(spec, own, args, isAsync);
      try {
        return deep.returned(Reflect.apply(deep.target, self, args));
      } catch (error) {
        throw deep.threw(error);
      }
    },
  });
  specs().set(wrapped, spec);
  return wrapped;
}

/** Of each observed function. */
const specs = shared("observed-functions", () => new WeakMap<object, ObserveSpec>());

const MOST_NESTED = 100;

/** How many observed calls are on the stack. */
let nested = 0;

function call(spec: ObserveSpec, fn: AnyFunction, self: unknown, args: unknown[], isAsync: boolean): unknown {
  const target = inPlaceOf(spec, fn);
  const observed = quietly("starting a span", () => startCall(spec, args));
  if (observed === undefined) return Reflect.apply(target, self, args);
  nested += 1;
  let result: unknown;
  try {
    result = observed.within((): unknown => Reflect.apply(target, self, args));
  } catch (error) {
    observed.threw(error);
    throw error;
  } finally {
    nested -= 1;
  }
  return follow(result, observed, isAsync && target === fn);
}
