import { AssertionError } from "node:assert";
import { RehearsalError } from "../../errors.js";
import { withFrames } from "../../evaluation/assertion-error.js";
import { callerFrames } from "../../evaluation/caller-frames.js";

export type AnyFunction = (...args: never[]) => unknown;

/** The user's own message goes before ours, and the stack begins at the user's call. */
export function withOwnMessage(error: unknown, message: unknown, frames: string): unknown {
  if (!(error instanceof AssertionError || error instanceof RehearsalError)) return error;
  if (typeof message === "string" && message !== "") error.message = `${message}: ${error.message}`;
  return withFrames(error, frames);
}

/** The frames above the user's call, without those of chai. `ssfi` may be no function of this stack. */
export function framesAbove(ssfi: AnyFunction | undefined, matcher: AnyFunction): string {
  const frames = ssfi === undefined ? "" : callerFrames(ssfi);
  return (frames === "" ? callerFrames(matcher) : frames)
    .split("\n")
    .filter((line) => !/[\\/]node_modules[\\/]chai(-as-promised)?[\\/]/.test(line))
    .join("\n");
}
