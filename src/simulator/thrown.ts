import { plannedBy } from "../environment/planned-error.js";
import { messageOf } from "../errors.js";

/** What was thrown, in a few words: the class only where it tells more than "Error", and what planned it. */
export function describeThrown(thrown: unknown): string {
  const by = quietly(() => plannedBy(thrown));
  return `${named(thrown)}${by === undefined ? "" : `, as planned by ${by}`}`;
}

function named(thrown: unknown): string {
  const message = messageOf(thrown);
  const name = quietly(() => (thrown instanceof Error ? thrown.name : undefined)) ?? "Error";
  return name === "Error" || name === "RehearsalError" || message === name ? message : `${name}: ${message}`;
}

/** A thrown value may be anything, even one whose properties throw. */
export function quietly(read: () => unknown): string | undefined {
  try {
    const value = read();
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
