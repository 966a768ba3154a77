import type { JsonObject, JsonValue } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { Trace, TraceTurn } from "../../test-case/trace.js";
import { uniteCalls } from "../../test-case/unite-calls.js";
import type { TraceUpdate } from "../observe/update.js";
import type { Mutable } from "../reading/read-span.js";
import { readStated } from "../reading/stated.js";
import type { StatedJson } from "../reading/stated-names.js";
import { replyText, userText } from "../reading/texts.js";

/**
 * What the agent's author set by hand with `updateCurrentTrace` is known, whatever the spans say; but calls that were
 * recorded did happen, whatever the author says.
 */
export function withStated(trace: Trace, update: TraceUpdate): Trace {
  const { retrievalContext, toolsCalled, ...stated } = readStated(update as StatedJson) ?? {};
  const metadata = update.metadata as JsonObject | undefined;
  const output = update.output as JsonValue | undefined;
  const answered = output === undefined ? undefined : (replyText(output, true) ?? null);
  const known = [
    ...(output === undefined ? [] : ["output"]),
    ...(toolsCalled === undefined ? [] : ["toolsCalled"]),
    ...(retrievalContext === undefined ? [] : ["retrievalContext"]),
  ];
  const named = (["name", "conversationId", "userId"] as const).flatMap((key) => {
    const value: unknown = update[key];
    return typeof value === "string" && value.trim() !== "" ? [[key, value]] : [];
  });
  const { observedTools, ...rest } = trace;
  return {
    ...rest,
    ...(observedTools !== undefined && toolsCalled === undefined && { observedTools }),
    ...(answered !== undefined && { output: answered }),
    ...(toolsCalled !== undefined && { toolsCalled: allOf(toolsCalled, trace.toolsCalled) }),
    ...(retrievalContext !== undefined && { retrievalContext }),
    turns: turnsWith(trace, { asked: userText(update.input as JsonValue | undefined), answered }).map((turn) =>
      without(turn, toolsCalled !== undefined, retrievalContext !== undefined),
    ),
    ...(metadata !== undefined && { metadata }),
    ...stated,
    ...(Object.fromEntries(named) as Pick<Trace, "name" | "conversationId" | "userId">),
    missing: trace.missing.filter((each) => !known.some((field) => each.startsWith(`${field}: `))),
  };
}

function allOf(told: readonly ToolCall[], recorded: readonly ToolCall[]): readonly ToolCall[] {
  const { stated, unstated } = uniteCalls(told, recorded);
  return [...unstated, ...stated];
}

/** What is stated of the whole trace is of none of its turns in particular. */
function without(turn: TraceTurn, calls: boolean, passages: boolean): TraceTurn {
  const kept: Mutable<TraceTurn> = { ...turn };
  if (calls) delete kept.toolsCalled;
  if (passages) delete kept.retrievalContext;
  return kept;
}

/** The question is that of the first turn, the answer that of the last; where the spans show no turn, they are one. */
function turnsWith(
  { turns, traceId }: Trace,
  { asked, answered }: { readonly asked: string | undefined; readonly answered: string | null | undefined },
): readonly TraceTurn[] {
  if (asked === undefined && answered === undefined) return turns;
  if (turns.length === 0 && traceId !== null)
    return [{ traceId, input: asked ?? null, output: answered ?? null, latencyMs: null, interrupted: null }];
  return turns.map((turn, index) => ({
    ...turn,
    ...(asked !== undefined && index === 0 && { input: asked }),
    ...(answered !== undefined && index === turns.length - 1 && { output: answered }),
  }));
}
