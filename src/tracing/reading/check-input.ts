import { RehearsalError } from "../../errors.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import type { ReadTraceInput } from "./read-trace.js";

const known = ["spans", "logRecords", "records", "retrieverTools"] as const satisfies readonly (keyof ReadTraceInput)[];

/** An input in which nothing can be found must not look like an agent that did nothing. */
export function checkInput(input: unknown): void {
  const fault = faultOf(input);
  if (fault !== undefined) throw new RehearsalError("invalid_input", `readTrace: ${fault}`);
}

function faultOf(input: unknown): string | undefined {
  if (Array.isArray(input)) return "give an object, as in readTrace({ spans }); got a list";
  const wrong = wrongOptions(input, known);
  if (wrong !== undefined) return wrong;
  const { retrieverTools, ...lists } = input as Readonly<Record<string, unknown>>;
  for (const [key, value] of Object.entries(lists)) {
    if (value !== undefined && (typeof value !== "object" || value === null))
      return `${key} must be a list or an OTLP export; got ${described(value)}`;
  }
  if (retrieverTools === undefined || typeof retrieverTools === "function" || isNames(retrieverTools)) return undefined;
  return `retrieverTools must be a list of names or a function of a name; got ${described(retrieverTools)}`;
}

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");
