import {
  SpanStatusCode,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
  type Tracer,
} from "@opentelemetry/api";
import type { SpanKind as Kind } from "../../test-case/trace.js";
import { scopeOf, activeContext, within } from "../context.js";
import { own } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { ExternalRecord, missingAttributes, spelled, type ExternalAttributes } from "./external-record.js";
import { addedAttributes } from "./span-attributes.js";
import { isStaged, takeStaged } from "./stage.js";
import { additionsOf } from "./with-additions.js";
import { contextOf, startSpan } from "./start-span.js";
import { placeCall } from "../run/place-call.js";
import { processTime } from "../run/run-time.js";

/** A call into somebody else's library, recorded by one of our instrumentations. */
export interface ExternalSpec {
  readonly name: string;
  readonly kind: SpanKind;
  /** Known before the call, in OpenTelemetry's GenAI conventions: samplers see these. Fresh, since it is added to. */
  readonly attributes: Attributes;
  /** Default: the registered provider's. */
  readonly tracer?: Pick<Tracer, "startSpan">;
}

export interface Failure {
  readonly message: string;
  /** For the span's exception event. Absent: there is none, for example since its message is private. */
  readonly exception?: Error;
}

/**
 * Records like `observe`: into the run around, whatever the sampling and though there be no provider, and as a real
 * span. Undefined: nobody listens. Never throws.
 */
export function startExternalCall(spec: ExternalSpec): ExternalCall | undefined {
  return quietly("starting a span", () => {
    const { attributes } = spec;
    attributes[own.recorded] = true;
    const started = startSpan(spec.name, { kind: spec.kind, attributes }, spec.tracer);
    if (started === undefined) return undefined;
    const { span } = started;
    const time = (started.run ?? started.endedRun)?.time ?? processTime;
    const record = new ExternalRecord(spec.name, started, attributes, time);
    const run = record.act === undefined ? started.run : placeCall(started, record.act);
    record.isLate = run !== started.run;
    run?.add(record);
    if (isStaged(started.context)) takeFor(record, started.context, span);
    // What is called is nobody's observed function, so `updateCurrentSpan` within still speaks of the one around.
    const context = run === undefined ? started.context : contextOf(started, scopeOf(activeContext())?.call, run);
    return new ExternalCall(record, span, context, run !== undefined);
  });
}

function takeFor(record: ExternalRecord, context: Context, span: Span | undefined): void {
  record.staged = takeStaged(context, record.toReadSpan().kind as Kind);
  const additions = additionsOf(record.staged);
  if (additions !== undefined) span?.setAttributes(addedAttributes(additions, false));
}

/** Such a call under way. Once it ends nothing refers to it but the caller's own result. */
export class ExternalCall {
  /** False: the call only hands its context on, so there is no need to look at its contents. */
  readonly isHeard: boolean;
  readonly #record: ExternalRecord;
  readonly #span: Span | undefined;
  readonly #context: Context;
  readonly #isKept: boolean;

  /** @param isKept whether a run keeps the record */
  constructor(record: ExternalRecord, span: Span | undefined, context: Context, isKept: boolean) {
    this.#record = record;
    this.#span = span;
    this.#context = context;
    this.#isKept = isKept;
    this.isHeard = isKept || span !== undefined;
  }

  get isOver(): boolean {
    return this.#record.endTimeMs !== null;
  }

  within<T>(step: () => T): T {
    return within(this.#context, step);
  }

  add(attributes: ExternalAttributes): void {
    if (this.#isKept) this.#record.attributes.push(attributes);
    const span = this.#span;
    if (span !== undefined) quietly("recording a call", () => span.setAttributes(spelled(attributes)));
  }

  miss(reason: string): void {
    const missing = (this.#record.missing ??= []);
    if (!missing.includes(reason)) missing.push(reason);
  }

  fail({ message, exception }: Failure): void {
    this.#record.error = message;
    quietly("recording a call", () => {
      this.#span?.setStatus({ code: SpanStatusCode.ERROR, message });
      if (exception !== undefined) this.#span?.recordException(exception);
    });
  }

  /** The first end counts. `tell` adds what is known by then. */
  end(tell: () => void = () => undefined): void {
    const record = this.#record;
    if (record.endTimeMs !== null) return;
    record.endTimeMs = record.time.now();
    if (this.isHeard) quietly("recording a call", tell);
    const span = this.#span;
    if (span === undefined) return;
    quietly("ending a span", () => {
      if (record.missing !== undefined) span.setAttributes(missingAttributes(record.missing));
      span.end();
    });
  }
}
