import type { JsonValue } from "./json.js";
import { nearestKey } from "./nearest-key.js";
import type { ToolCall } from "./tool-call.js";

/** What may stand for a value inside expected arguments; src/metrics knows what each means. */
export const matcherNames = [
  "$closeTo",
  "$regex",
  "$oneOf",
  "$anyOf",
  "$nonEmpty",
  "$any",
  "$unordered",
  "$date",
  "$text",
  "$number",
  "$optional",
  "$literal",
] as const;

/** What is inside these is compared as it stands. */
const literal: readonly string[] = ["$literal", "$oneOf"];

export interface MatcherSlip {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The first object in the arguments and outputs of expected calls that looks like a matcher and is none: it would never match. */
export function matcherSlip(calls: readonly Pick<ToolCall, "inputParameters" | "output">[]): MatcherSlip | undefined {
  for (const [index, { inputParameters, output }] of calls.entries()) {
    const slip = slipIn(inputParameters, [index, "inputParameters"]) ?? slipIn(output, [index, "output"]);
    if (slip !== undefined) return slip;
  }
  return undefined;
}

function slipIn(value: JsonValue | undefined, path: MatcherSlip["path"]): MatcherSlip | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, item] of Object.entries(value)) {
    if (!isList && key.startsWith("$") && !matcherNames.some((name) => name === key))
      return { path: [...path, key], message: messageFor(key) };
    const inner = literal.includes(key) ? undefined : slipIn(item, [...path, isList ? Number(key) : key]);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function messageFor(slip: string): string {
  const nearest = nearestKey(slip, matcherNames);
  const meant = nearest === undefined ? `the matchers are ${matcherNames.join(", ")}.` : `did you mean ${nearest}?`;
  return `there is no matcher ${slip}; ${meant} To expect the object as it stands, write it in { $literal: … }`;
}
