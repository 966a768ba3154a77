import { turnSchema, type Turn } from "../../test-case/turn.js";
import { parse } from "../../test-case/schema.js";
import type { Trace } from "../../test-case/trace.js";
import { knowsRetrieval, knowsTools } from "../reading/missing.js";

/** What is known of the making of an answer; what could not be known is absent, never empty. */
export function knownOf(trace: Trace): Pick<Turn, "toolsCalled" | "retrievalContext"> {
  return {
    ...(knowsTools(trace) && { toolsCalled: trace.toolsCalled }),
    ...(knowsRetrieval(trace) && { retrievalContext: trace.retrievalContext }),
  };
}

/**
 * The assistant's turn that a trace recorded: its answer (empty where none was recorded), tools, retrieved context,
 * latency and interruption, as far as they are known.
 */
export function turnFromTrace(trace: Trace): Turn {
  const last = trace.turns.at(-1);
  return parse(
    turnSchema,
    {
      role: "assistant",
      content: trace.output ?? "",
      ...knownOf(trace),
      ...(typeof last?.latencyMs === "number" && { latencyMs: last.latencyMs }),
      ...(typeof last?.interrupted === "boolean" && { interrupted: last.interrupted }),
      ...(trace.traceId !== null && { traceId: trace.traceId }),
    },
    "the turn of a trace",
  );
}
