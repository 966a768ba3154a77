import type { Span, Tracer } from "@opentelemetry/api";
import { now } from "../clock.js";
import { quietly } from "../faults.js";
import { CallRecord } from "./call-record.js";
import type { ObserveSpec } from "./observe-options.js";
import { ObservedCall } from "./observed-call.js";
import { inputAttributes } from "./span-attributes.js";
import { contentOf } from "./content.js";
import { Unrecorded } from "./snapshot.js";
import { contextOf, startSpan } from "./start-span.js";
import { toolArguments } from "./tool-arguments.js";

/** Undefined: nobody listens, and there is no context to hand on either. */
export function startCall(
  spec: ObserveSpec,
  args: readonly unknown[],
  tracer?: Pick<Tracer, "startSpan">,
): ObservedCall | undefined {
  const started = startSpan(spec.name, { attributes: spec.attributes }, tracer);
  if (started === undefined) return undefined;
  const { run, span, traceId, spanId, parentSpanId } = started;
  const record = new CallRecord(spec, traceId, spanId, parentSpanId, now());
  if (run !== undefined || span !== undefined) recordInput(record, span, args);
  run?.add(record);
  return new ObservedCall(record, span, contextOf(started, record));
}

function recordInput(record: CallRecord, span: Span | undefined, args: readonly unknown[]): void {
  const { spec } = record;
  if (spec.recordInputs === false) return record.miss("input", spec.unrecorded ?? "recordInputs is false");
  const [first] = args;
  const content = inputOf(spec, args);
  if (content instanceof Unrecorded) return record.miss("input", content.reason);
  if (content === undefined) return;
  record.input = content;
  const message = args.length > 1 && typeof first === "string" ? first : undefined;
  if (span !== undefined) quietly("recording input", () => span.setAttributes(inputAttributes(record, message)));
}

/** Arguments may fight back (a proxy, a getter that throws): the call is on record all the same. */
function inputOf(spec: ObserveSpec, args: readonly unknown[]): ReturnType<typeof contentOf> {
  try {
    if (spec.type === "tool") return contentOf(toolArguments(args, spec.parameters));
    return contentOf(args.length > 1 ? args : args[0]);
  } catch {
    return new Unrecorded("its arguments can't be read");
  }
}
