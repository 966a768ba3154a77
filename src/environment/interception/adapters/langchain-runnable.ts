import { isSeamOpen } from "../../../test-case/tool-seam.js";
import { MARK, patchMethod } from "./patch-method.js";

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Other ways to run a runnable. As the class of all runnables has them they lead to `invoke`; others have a way of their own. */
const WAYS = ["batch", "stream", "transform", "_streamIterator", "streamEvents", "streamLog"];

/**
 * Puts in the place of the runnable that this one is bound to one whose `invoke` is replaced, and which is not got around by
 * batches and streams: whatever is made of the tool, with a configuration or retries, is bound to it as well. The runnable
 * itself, which may be in use elsewhere, stays as it is. False: it is bound to none.
 */
export function openBound(tool: object, replace: (original: Method) => Method): boolean {
  const bound: unknown = Reflect.get(tool, "bound");
  if (typeof bound !== "object" || bound === null || typeof Reflect.get(bound, "invoke") !== "function") return false;
  return Reflect.get(bound, MARK) === true || Reflect.set(tool, "bound", opened(bound, replace));
}

function opened(bound: object, replace: (original: Method) => Method): object {
  // What only itself can see it sees by itself.
  const itself =
    (method: Method): Method =>
    (...args) =>
      Reflect.apply(method, bound, args);
  const made = Object.create(bound) as object;
  patchMethod(made, "invoke", (original) => replace(itself(original)));
  const base = baseOf(bound);
  for (const way of WAYS) {
    const own: unknown = Reflect.get(bound, way);
    const common: unknown = Reflect.get(base, way);
    if (typeof own !== "function" || typeof common !== "function") continue;
    const value = function (this: unknown, ...args: unknown[]): unknown {
      return isSeamOpen() ? Reflect.apply(common, this, args) : Reflect.apply(own, bound, args);
    };
    Object.defineProperty(made, way, { value, configurable: true, writable: true });
  }
  return Object.defineProperty(made, MARK, { value: true });
}

/** The class of all runnables: the last in line that knows of batches. */
function baseOf(runnable: object): object {
  let base = runnable;
  for (let at: object | null = runnable; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, "batch")) base = at;
  return base;
}
