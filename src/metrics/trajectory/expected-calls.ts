import type { ToolCall, ToolCallInput } from "../../test-case/tool-call.js";
import type { KnownArguments } from "./arguments/call-arguments.js";
import { hasMatchers } from "./arguments/check-matcher.js";
import { readCall } from "./read-calls.js";

/** A call that is expected, as it can be compared. */
export interface ExpectedCall {
  /** Its place in the list that was given, from 0. */
  readonly index: number;
  readonly call: ToolCall;
  readonly required: boolean;
  /** Absent: it gives none (or `text`). */
  readonly args?: KnownArguments;
  /** Given instead of arguments: the text that must have been sent just so. */
  readonly text?: string;
  /** Whether it gives arguments that hold no matcher. */
  readonly literal: boolean;
}

/** Checks and reads the calls that are expected. Throws for a call or a matcher that is written wrong. */
export function readExpectedCalls(calls: readonly ToolCallInput[]): ExpectedCall[] {
  return calls.map((given, index) => {
    const { call, args } = readCall(given, "expected", index);
    if (call.output !== undefined) hasMatchers(call.output, `expected[${String(index)}].output`);
    const required = call.optional !== true;
    // Null stands for "nothing given" here: who expects a call without arguments writes {}.
    if (args.kind === "unknown" || (call.inputParameters as unknown) === null)
      return { index, call, required, literal: false };
    if (args.kind === "unreadable") return { index, call, required, text: args.raw.trim(), literal: false };
    // In JSON a key that begins with "$" shows as this; so may other text, and then a closer look decides.
    const suspect = args.json.includes('"$');
    const literal = !suspect || !hasMatchers(args.value(), `expected[${String(index)}].inputParameters`);
    return { index, call, required, args, literal };
  });
}
