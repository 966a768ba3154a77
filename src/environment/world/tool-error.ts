import { ownFramesOf } from "../../test-case/own-frames.js";
import { atCaller } from "../planned-error.js";
import { asSetUpFault } from "../set-up-fault.js";
import type { ToolResult } from "./apply-call.js";

/**
 * An error of a tool, as the agent gets it. A tool of an environment throws one itself where its failing is part of the
 * world (`throw new ToolError("there is no such order")`): an agent that can't cope with that has failed.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

const thrownIn = new WeakMap<ToolResult, unknown>();

/** Remembers what a tool threw, which is no part of its result: that is plain JSON. */
export function withThrown<R extends ToolResult>(result: R, thrown: unknown): R {
  thrownIn.set(result, thrown);
  return result;
}

/** With its class, where that says more than that it is an error. */
const named = (thrown: unknown, message: string): string =>
  thrown instanceof Error && thrown.name !== "Error" ? `${thrown.name}: ${message}` : message;

/** The error that the agent gets. Its stack begins where the tool threw, else where the agent called it. */
export function failureOfTool(tool: string, result: Extract<ToolResult, { type: "failed" }>): ToolError {
  const { message, fault } = result;
  const why = fault === undefined ? "in the environment" : `made to fail by the environment's faults: ${fault}`;
  const error = atCaller(() => new ToolError(message), `${tool} (${why})`);
  if (fault !== undefined || !thrownIn.has(result)) return error;
  const thrown = thrownIn.get(result);
  const frames = ownFramesOf(thrown);
  if (frames.length > 0) {
    const value = [`${error.name}: ${message}`, `    at ${tool} (${why})`, ...frames].join("\n");
    Object.defineProperty(error, "stack", { value, configurable: true, writable: true });
  }
  if (thrown instanceof ToolError) return error;
  return asSetUpFault(
    error,
    `The tool ${tool} of the environment threw, and the agent did not catch it: ${named(thrown, message)}. If it is part of the world that it fails, throw a ToolError there (of rehearsal/environment), and it is the agent that failed.`,
  );
}
