import { isTheirs } from "../test-case/own-frames.js";

/** Says on an error that it was planned, and by what. */
const PLANNED = Symbol.for("rehearsal.planned-by");

/** More than our own frames between the agent and here. */
const FRAMES = 60;

/**
 * The error of a tool that did not fail by itself. The agent is told the message alone; what planned it stands first in the
 * stack, which else holds nothing but the agent's own code.
 */
export function plannedError(message: string, { tool, by }: { readonly tool: string; readonly by: string }): Error {
  const error = atCaller(() => new Error(message), `${tool} (made to fail by ${by})`);
  return Object.defineProperty(error, PLANNED, { value: by });
}

/** What made a tool fail. Undefined: nothing that was planned. */
export function plannedBy(thrown: unknown): string | undefined {
  const by: unknown = typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, PLANNED) : undefined;
  return typeof by === "string" ? by : undefined;
}

/** An error whose stack begins at `place` and leaves out our own frames and those between. */
export function atCaller<E extends Error>(make: () => E, place: string): E {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Math.max(limit, FRAMES);
  const error = make();
  // The text is made when first read, and in here.
  const stack = error.stack ?? "";
  Error.stackTraceLimit = limit;
  const frames = stack.split("\n").filter(isTheirs);
  const value = [`${error.name}: ${error.message}`, `    at ${place}`, ...frames.slice(0, limit)].join("\n");
  return Object.defineProperty(error, "stack", { value, configurable: true, writable: true });
}
