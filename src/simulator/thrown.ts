import { ownFramesOf, plannedBy } from "../environment/planned-error.js";
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

/** Where it was thrown, as `at file:line:column`: in the user's own files, else in a package that is neither node nor this. */
export function placeOf(thrown: unknown): string | undefined {
  const frames = framesOf(thrown).filter((line) => /:\d+:\d+\)?$/.test(line));
  const frame = frames.find((line) => !/[\\/]node_modules[\\/]/.test(line)) ?? frames[0];
  return frame === undefined
    ? undefined
    : `at ${/\(?([^\s()]+:\d+:\d+)\)?$/.exec(frame)?.[1] ?? frame.trim().slice(3)}`;
}

function framesOf(thrown: unknown): readonly string[] {
  try {
    return ownFramesOf(thrown);
  } catch {
    return [];
  }
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
