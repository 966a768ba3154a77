import { INVALID_SPANID, trace, type Context, type Span } from "@opentelemetry/api";
import { now } from "../clock.js";
import { activeContext, scopeOf, withScope } from "../context.js";
import { quietly } from "../faults.js";
import { newSpanId, newTraceId } from "../ids.js";
import { ownTracer } from "../provider/own-tracer.js";
import { CallRecord } from "./call-record.js";
import type { ObserveSpec } from "./observe-options.js";
import { ObservedCall } from "./observed-call.js";
import { inputAttributes } from "./span-attributes.js";
import { snapshot, Unrecorded } from "./snapshot.js";
import { toolArguments } from "./tool-arguments.js";

/**
 * Starts a real span through the global tracer, so that parents, sampling and exporters stay the user's own, and a
 * record of ours where there is a run. Undefined: nobody listens, and there is no context to hand on either.
 */
export function startCall(spec: ObserveSpec, args: readonly unknown[]): ObservedCall | undefined {
  const parent = activeContext();
  const scope = scopeOf(parent);
  const run = scope?.run?.isOpen === true ? scope.run : undefined;
  const started = startSpan(spec, parent);
  const active = trace.getSpanContext(parent);
  const mine = started?.spanContext();
  // Without an SDK the "new" span repeats its parent's ids, or has none at all.
  const isNew = mine !== undefined && mine.spanId !== INVALID_SPANID && mine.spanId !== active?.spanId;
  if (run === undefined && !isNew) return undefined;
  const span = started?.isRecording() === true ? started : undefined;
  const traceId = isNew ? mine.traceId : (active?.traceId ?? scope?.traceId ?? newTraceId());
  const spanId = isNew ? mine.spanId : newSpanId();
  const record = new CallRecord(spec, traceId, spanId, parentOf(scope, active?.spanId), now());
  if (run !== undefined || span !== undefined) recordInput(record, span, args);
  run?.add(record);
  const context = isNew && started !== undefined ? trace.setSpan(parent, started) : parent;
  const activeSpanId = isNew ? spanId : active?.spanId;
  return new ObservedCall(record, span, withScope(context, { run, call: record, traceId, spanId, activeSpanId }));
}

const startSpan = (spec: ObserveSpec, parent: Context): Span | undefined =>
  quietly("starting a span", () => ownTracer().startSpan(spec.name, { attributes: spec.attributes }, parent));

/** The nearest of ours, unless a foreign span has become active within it. */
function parentOf(scope: ReturnType<typeof scopeOf>, activeSpanId: string | undefined): string | null {
  if (scope !== undefined && (activeSpanId === undefined || activeSpanId === scope.activeSpanId)) return scope.spanId;
  return activeSpanId ?? null;
}

function recordInput(record: CallRecord, span: Span | undefined, args: readonly unknown[]): void {
  const { spec } = record;
  if (spec.recordInputs === false) return record.miss("input", "recordInputs is false");
  const [first] = args;
  const value = spec.type === "tool" ? toolArguments(args, spec.parameters) : args.length > 1 ? args : first;
  const text = snapshot(value);
  if (text instanceof Unrecorded) return record.miss("input", text.reason);
  if (text === undefined) return;
  record.setInput({ text, isText: typeof value === "string" });
  const message = args.length > 1 && typeof first === "string" ? first : undefined;
  if (span !== undefined) quietly("recording input", () => span.setAttributes(inputAttributes(record, message)));
}
