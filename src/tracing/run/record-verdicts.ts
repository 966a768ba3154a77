import { ROOT_CONTEXT, trace, type Attributes, type SpanContext } from "@opentelemetry/api";
import { isConversational, type MetricResult, type TestCase } from "../../test-case/metric.js";
import { own } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { allowedText } from "../observe/capture.js";
import { ownTracer } from "../provider/own-tracer.js";
import { conversationKey, spanOf, turnKey } from "./heard-spans.js";

/**
 * Lets a backend that saw a simulated conversation see its verdicts too: as `gen_ai.evaluation.result` events of
 * OpenTelemetry's GenAI conventions, on a span below the turn that decided, else below the conversation. Those spans have
 * ended by then, so the verdicts have one of their own. Nothing is emitted where nobody exports the spans. Never throws.
 */
export function recordVerdicts(testCase: TestCase, results: readonly MetricResult[]): void {
  quietly("recording verdicts", () => {
    const byParent = new Map<SpanContext, MetricResult[]>();
    for (const result of results) {
      const parent = parentOf(testCase, result);
      if (parent === undefined) continue;
      const others = byParent.get(parent);
      if (others === undefined) byParent.set(parent, [result]);
      else others.push(result);
    }
    for (const [parent, those] of byParent) emit(parent, those);
  });
}

function parentOf(testCase: TestCase, { turn }: MetricResult): SpanContext | undefined {
  if (!isConversational(testCase)) return ofTrace(testCase.trace?.traceId);
  const { turns, threadId, traces } = testCase;
  const decided = turn === undefined ? undefined : ofTrace(turns[turn - 1]?.traceId);
  const whole = threadId === undefined ? undefined : spanOf(conversationKey(threadId));
  return decided ?? whole ?? ofTrace(traces?.at(-1)?.traceId);
}

const ofTrace = (traceId: string | null | undefined): SpanContext | undefined =>
  typeof traceId === "string" ? spanOf(turnKey(traceId)) : undefined;

function emit(parent: SpanContext, results: readonly MetricResult[]): void {
  const context = trace.setSpanContext(ROOT_CONTEXT, parent);
  const options = { attributes: { [own.kind]: "turn" }, links: [{ context: parent }] };
  const span = ownTracer().startSpan("rehearsal.verdicts", options, context);
  for (const result of results) span.addEvent("gen_ai.evaluation.result", attributesOf(result));
  span.end();
}

/** What a metric says quotes the conversation. */
function attributesOf({ name, verdict, score, reason, failure, turn, call }: MetricResult): Attributes {
  const explanation = allowedText(reason);
  return {
    "gen_ai.evaluation.name": name,
    "gen_ai.evaluation.score.label": verdict,
    ...(score !== null && { "gen_ai.evaluation.score.value": score }),
    ...(explanation !== undefined && { "gen_ai.evaluation.explanation": explanation }),
    ...(verdict === "errored" && { "error.type": failure ?? "_OTHER" }),
    ...(turn !== undefined && { "rehearsal.turn.number": turn }),
    ...(call !== undefined && { "rehearsal.call.number": call }),
  };
}
