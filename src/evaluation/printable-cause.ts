import { neutraliseLines } from "./neutralise.js";

/** As far as a chain of causes is followed; it may be a ring. */
const DEPTH = 5;

/**
 * What was thrown, as it is where a terminal can print it, else a copy of the error in characters that a terminal does
 * not obey: runners print the causes of an error, too, and an agent may have put into it what a stranger wrote.
 */
export function printableCause(thrown: unknown, depth = DEPTH): unknown {
  if (typeof thrown === "string") return neutraliseLines(thrown);
  if (!(thrown instanceof Error) || depth === 0) return thrown;
  const { name, message, stack = "", cause } = thrown;
  const inner = printableCause(cause, depth - 1);
  const [text, frames] = [neutraliseLines(message), neutraliseLines(stack)];
  if (text === message && frames === stack && inner === cause) return thrown;
  const copy = new Error(text, inner === undefined ? undefined : { cause: inner });
  copy.name = name;
  copy.stack = frames;
  return copy;
}
