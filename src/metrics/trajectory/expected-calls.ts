import type { JsonObject } from "../../test-case/json.js";
import type { ToolCall, ToolCallInput } from "../../test-case/tool-call.js";
import { hasMatchers } from "./arguments/check-matcher.js";
import { readCall } from "./read-calls.js";

/** A call that is expected, as it can be compared. */
export interface ExpectedCall {
  /** Its place in the list that was given, from 0. */
  readonly index: number;
  readonly call: ToolCall;
  readonly required: boolean;
  /** Absent: it gives none (or `raw`). */
  readonly args?: JsonObject;
  /** Given instead of arguments: the text that must have been sent just so. */
  readonly raw?: string;
  /** The arguments in canonical form; null where they hold matchers, or are not given. */
  readonly canonical: string | null;
}

/** Checks and reads the calls that are expected. Throws for a call or a matcher that is written wrong. */
export function readExpectedCalls(calls: readonly ToolCallInput[]): ExpectedCall[] {
  return calls.map((given, index) => {
    const { call, args } = readCall(given, `expected[${String(index)}]`);
    const common = { index, call, required: call.optional !== true };
    // Null stands for "nothing given" here: who expects a call without arguments writes {}.
    if (args.kind === "unknown" || (call.inputParameters as unknown) === null) return { ...common, canonical: null };
    if (args.kind === "unreadable") return { ...common, raw: args.raw.trim(), canonical: null };
    const literal = !hasMatchers(args.value, `expected[${String(index)}].inputParameters`);
    return { ...common, args: args.value, canonical: literal ? args.canonical : null };
  });
}
