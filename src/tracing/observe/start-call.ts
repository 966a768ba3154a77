import type { Span, Tracer } from "@opentelemetry/api";
import { activeContext, scopeOf } from "../context.js";
import { own } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { CallRecord } from "./call-record.js";
import type { ObserveSpec } from "./observe-options.js";
import { ObservedCall } from "./observed-call.js";
import { inputAttributes } from "./span-attributes.js";
import { allowedContent, captureOf, whyNot } from "./capture.js";
import { contentOf } from "./content.js";
import { Unrecorded } from "./snapshot.js";
import { placeCall } from "../run/place-call.js";
import { processTime } from "../run/run-time.js";
import { contextOf, startSpan } from "./start-span.js";
import { takeStaged } from "./stage.js";
import { updateRecord } from "./update.js";
import { toolArguments } from "./tool-arguments.js";

/** Undefined: nobody listens, and there is no context to hand on either. */
export function startCall(
  spec: ObserveSpec,
  args: readonly unknown[],
  tracer?: Pick<Tracer, "startSpan">,
): ObservedCall | undefined {
  const started = startSpan(spec.name, { attributes: spec.attributes }, tracer);
  if (started === undefined) return undefined;
  const { span, traceId, spanId, parentSpanId } = started;
  const time = (started.run ?? started.endedRun)?.time ?? processTime;
  const record = new CallRecord(spec, traceId, spanId, parentSpanId, time);
  record.placeWithin(scopeOf(activeContext())?.call);
  if (record.isApart) quietly("starting a span", () => span?.setAttribute(own.apart, true));
  const run = record.act === undefined ? started.run : placeCall(started, record.act);
  if (run !== undefined || span !== undefined) recordInput(record, span, args);
  for (const update of takeStaged(started.context, spec.type))
    quietly("updating a span", () => updateRecord(record, update, "stageNextSpan"));
  record.isLate = run !== started.run;
  run?.add(record);
  return new ObservedCall(record, span, contextOf(started, record, run));
}

function recordInput(record: CallRecord, span: Span | undefined, args: readonly unknown[]): void {
  const { spec } = record;
  if (spec.recordInputs === false) return record.miss("input", spec.unrecorded ?? "recordInputs is false");
  const [first] = args;
  const capture = captureOf(spec, spec.recordInputs);
  // What is not recorded need not be looked at.
  const given = capture === false ? new Unrecorded(whyNot(capture)) : inputOf(spec, args);
  const content = given === undefined || given instanceof Unrecorded ? given : allowedContent(given, capture);
  if (content instanceof Unrecorded) return record.miss("input", content.reason);
  if (content === undefined) return;
  record.input = content;
  const message = capture === true && args.length > 1 && typeof first === "string" ? first : undefined;
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
