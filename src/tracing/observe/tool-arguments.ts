import { binaryWords } from "./binary.js";

/**
 * The arguments of a tool as one object. Tools take an object of arguments first, and frameworks add options or a
 * context after it: then the object is all. Positional arguments get the names given for them, else their positions.
 */
export function toolArguments(args: readonly unknown[], parameters: readonly string[] | undefined): unknown {
  const [first] = args;
  if (parameters === undefined && isArguments(first)) return first;
  return Object.fromEntries(args.map((value, index) => [parameters?.[index] ?? String(index), value]));
}

/** Not a date or a URL, which JSON spells as text: those are values. */
const isArguments = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Map || value instanceof Set || value instanceof Error || binaryWords(value) !== undefined) &&
  typeof (value as { readonly toJSON?: unknown }).toJSON !== "function";
