import { plannedBy } from "../environment/planned-error.js";
import { messageOf } from "../errors.js";

/** What was thrown, in a few words: the class only where it tells more than "Error", and what planned it. */
export function describeThrown(thrown: unknown): string {
  const by = quietly(() => plannedBy(thrown));
  return `${named(thrown)}${by === undefined ? "" : `, as planned by ${by}`}`;
}

function named(thrown: unknown): string {
  const message = `${messageOf(thrown)}${causeOf(thrown)}`;
  const name = quietly(() => (thrown instanceof Error ? thrown.name : undefined)) ?? "Error";
  return name === "Error" || name === "RehearsalError" || message === name ? message : `${name}: ${message}`;
}

/** What node's `fetch` says of any request that got no answer: why is in the cause alone. */
const untold = /^(?:fetch failed|terminated)$/;

function causeOf(thrown: unknown): string {
  if (!untold.test(messageOf(thrown))) return "";
  const cause = (thrown as { readonly cause?: unknown }).cause;
  const told = [quietly(() => (cause as Error).message), quietly(() => (cause as { code?: unknown }).code)];
  const why = told.find((each) => each !== undefined && each.trim() !== "");
  return why === undefined ? "" : ` (${why})`;
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
