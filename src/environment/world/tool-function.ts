import type { JsonValue } from "../../test-case/json.js";

/** A tool as a plain function, for any agent. (A method's type, so that a world of known tools is one of unknown ones.) */
export type ToolFunction<A> = { call(args: A): Promise<JsonValue> }["call"];
export type ToolFunctions<T> = { readonly [K in keyof T]: ToolFunction<T[K]> };

const made = new WeakSet<object>();

/** Marks a function as a world's own: interception lets it through, since it touches nothing real. */
export function asWorldTool<F extends object>(fn: F): F {
  made.add(fn);
  return fn;
}

export const isWorldTool = (fn: object): boolean => made.has(fn);
