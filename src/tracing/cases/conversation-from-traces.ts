import { RehearsalError } from "../../errors.js";
import { conversationalTestCaseSchema, type ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import { parse } from "../../test-case/schema.js";
import type { Trace } from "../../test-case/trace.js";
import type { TurnInput } from "../../test-case/turn.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import { checkTraces } from "./check-trace.js";
import { turnFromTrace } from "./turn-from-trace.js";

export interface ConversationOptions {
  /**
   * What belongs together: `"conversation"` is the conversation id that the spans carry. Or a function that names the
   * conversation of a trace. Traces without a name are conversations of their own. Default: `"conversation"`.
   */
  readonly by?: ("conversation" | ((trace: Trace) => string | undefined)) | undefined;
}

/**
 * Conversations that were traced over many requests, each as one test case: in every trace a turn of the user where its
 * input is known, and one of the assistant. Conversations come in the order of their beginning, turns in that of theirs.
 *
 * @example
 * const cases = conversationFromTraces(traces, { by: "conversation" });
 */
export function conversationFromTraces(
  traces: readonly Trace[],
  options: ConversationOptions = {},
): readonly ConversationalTestCase[] {
  checkTraces("conversationFromTraces", traces);
  checkOptions(options);
  const { by = "conversation" } = options;
  const nameOf = by === "conversation" ? (trace: Trace) => trace.conversationId : by;
  const groups = new Map<string | Trace, Trace[]>();
  for (const trace of [...traces].sort((a, b) => startOf(a) - startOf(b))) {
    if (trace.spans.length === 0) continue;
    const key = nameOf(trace) ?? trace;
    groups.set(key, [...(groups.get(key) ?? []), trace]);
  }
  return [...groups].map(([key, group]) => {
    const [first] = group;
    return parse(
      conversationalTestCaseSchema,
      {
        turns: group.flatMap(turnsOf),
        traces: group,
        ...(typeof key === "string"
          ? { threadId: key }
          : typeof first?.traceId === "string" && { threadId: first.traceId }),
      },
      `the conversation ${typeof key === "string" ? `"${key}"` : "of a trace"}`,
    );
  });
}

function checkOptions(options: unknown): void {
  const wrong = wrongOptions(options, ["by"]);
  const by: unknown = wrong === undefined ? (options as ConversationOptions).by : undefined;
  const fault =
    by === undefined || by === "conversation" || typeof by === "function"
      ? wrong
      : `by must be "conversation" or a function that names the conversation of a trace; got ${described(by)}`;
  if (fault !== undefined) throw new RehearsalError("invalid_input", `conversationFromTraces: ${fault}`);
}

const startOf = ({ spans }: Trace): number => spans[0]?.startTimeMs ?? Infinity;

/** Voice conversations have many exchanges in one trace. */
const turnsOf = (trace: Trace): readonly TurnInput[] =>
  trace.turns.length === 0
    ? [turnFromTrace(trace)]
    : trace.turns.flatMap(({ input }, index): TurnInput[] => [
        ...(input === null ? [] : [{ role: "user" as const, content: input }]),
        turnFromTrace(trace, index + 1),
      ]);
