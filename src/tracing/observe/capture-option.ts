import { types } from "node:util";
import { RehearsalError } from "../../errors.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";

/** What is wrong with a `captureContent` that was given: taken for a mere "yes", it would let secrets through. */
export function captureFault(given: unknown): string | undefined {
  if (types.isAsyncFunction(given))
    return "captureContent must be synchronous; got an async function, whose promise is no text to record";
  if (given === undefined || typeof given === "boolean" || typeof given === "function") return undefined;
  return `captureContent must be true, false or a synchronous function that is given a text and returns what to record of it; got ${described(given)}`;
}

/** Throws a RehearsalError where options of an instrumentation can't be meant. `what` takes them. */
export function checkCaptureOptions(what: string, options: object, more: readonly string[] = []): void {
  const fault =
    wrongOptions(options, ["captureContent", ...more]) ?? captureFault(Reflect.get(options, "captureContent"));
  if (fault !== undefined) throw new RehearsalError("invalid_input", `${what}: ${fault}`);
}
