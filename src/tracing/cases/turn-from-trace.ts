import { RehearsalError } from "../../errors.js";
import { turnSchema, type Turn } from "../../test-case/turn.js";
import { parse } from "../../test-case/schema.js";
import type { Trace, TraceTurn } from "../../test-case/trace.js";
import { described } from "../../test-case/unknown-option.js";
import { checkTrace } from "./check-trace.js";
import { knowsRetrieval, knowsTools } from "../reading/missing.js";

type Made = Pick<Turn, "toolsCalled" | "retrievalContext">;

/** What is known of the making of an answer; what could not be known is absent, never empty. */
export function knownOf(trace: Trace): Made {
  return {
    ...(knowsTools(trace) && { toolsCalled: trace.toolsCalled }),
    ...(knowsRetrieval(trace) && { retrievalContext: trace.retrievalContext }),
  };
}

/**
 * The assistant's turn that a trace recorded: its answer (empty where none was recorded), tools, retrieved context,
 * latency and interruption, as far as they are known.
 *
 * @param number which one, from 1, of a trace that holds several exchanges, as those of voice agents do. Default: the last.
 */
export function turnFromTrace(trace: Trace, number?: number): Turn {
  checkTrace("turnFromTrace", trace);
  return turnOf(trace, number ?? Math.max(1, trace.turns.length));
}

function turnOf(trace: Trace, number: number): Turn {
  const turn = trace.turns[number - 1];
  if (turn === undefined && number !== 1) {
    const held = `it holds ${String(trace.turns.length)}`;
    throw new RehearsalError(
      "invalid_input",
      `turnFromTrace: there is no turn ${typeof number === "number" ? String(number) : described(number)} in the trace; ${held}`,
    );
  }
  const isOnly = trace.turns.length < 2;
  const traceId = isOnly ? trace.traceId : (turn?.traceId ?? null);
  return parse(
    turnSchema,
    {
      role: "assistant",
      content: (isOnly ? trace.output : turn?.output) ?? "",
      ...(isOnly || turn === undefined ? knownOf(trace) : madeIn(turn, trace, number === trace.turns.length)),
      ...(typeof turn?.latencyMs === "number" && { latencyMs: turn.latencyMs }),
      ...(typeof turn?.interrupted === "boolean" && { interrupted: turn.interrupted }),
      ...(traceId !== null && { traceId }),
    },
    "the turn of a trace",
  );
}

/** What nobody knows of which turn it is goes to the last. */
function madeIn(turn: TraceTurn, trace: Trace, isLast: boolean): Made {
  const whole = knownOf(trace);
  const { toolsCalled, retrievalContext } = turn;
  const calls = toolsCalled ?? (isLast ? whole.toolsCalled : undefined);
  const passages = retrievalContext ?? (isLast ? whole.retrievalContext : undefined);
  return {
    ...(whole.toolsCalled !== undefined && calls !== undefined && { toolsCalled: calls }),
    ...(whole.retrievalContext !== undefined && passages !== undefined && { retrievalContext: passages }),
  };
}
