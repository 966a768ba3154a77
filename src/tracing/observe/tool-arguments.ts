import { binaryWords } from "./binary.js";
import { isCallContext } from "./call-context.js";

/**
 * The arguments of a tool as one object. Tools take an object of arguments first, and frameworks add options or a
 * context after it: then the object is all. What else comes after it is an argument as well, and left out it would let an
 * exact golden pass that never saw it: such arguments are positional. Positional arguments get the names given for them,
 * else their positions.
 */
export function toolArguments(args: readonly unknown[], parameters: readonly string[] | undefined): unknown {
  const [first] = args;
  if (parameters !== undefined || !isArguments(first)) return positional(args, parameters);
  const given = args.map((value, index) => (index > 0 && isCallContext(value) ? undefined : value));
  return given.every((value, index) => index === 0 || value === undefined) ? first : positional(given);
}

const positional = (values: readonly unknown[], names?: readonly string[]): object =>
  Object.fromEntries(values.map((value, index) => [names?.[index] ?? String(index), value]));

/** Not a date or a URL, which JSON spells as text: those are values. */
const isArguments = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Map || value instanceof Set || value instanceof Error || binaryWords(value) !== undefined) &&
  typeof (value as { readonly toJSON?: unknown }).toJSON !== "function";
