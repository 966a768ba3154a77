import {
  INVALID_SPANID,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
  type TracerProvider,
} from "@opentelemetry/api";
import { activeContext, scopeOf } from "../context.js";
import { isOnRecord } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { CollectedSpan } from "../run/collected-span.js";
import { endForeign, isRecorded, recordForeign } from "../run/foreign-record.js";
import { noteTee } from "./untee.js";

/**
 * The same provider, whose tracers also show the spans of a run to that run. Everything else, sampling included, is the
 * provider's own. Tracers that were taken from it before stay as they are, and so are missed.
 */
export function teeProvider(provider: TracerProvider): TracerProvider {
  const getTracer = (...args: Parameters<TracerProvider["getTracer"]>): Tracer =>
    teeTracer(provider.getTracer(...args));
  const tee = withMethods(provider, { getTracer });
  noteTee(tee, provider);
  return tee;
}

function teeTracer(tracer: Tracer): Tracer {
  const startSpan = (name: string, options?: SpanOptions, context: Context = activeContext()): Span => {
    const span = tracer.startSpan(name, options, context);
    quietly("recording a span", () => show(span, name, options, context));
    return span;
  };
  const startActive = tracer.startActiveSpan.bind(tracer) as (...args: unknown[]) => unknown;
  const startActiveSpan = (name: string, ...rest: unknown[]): unknown => {
    const run = rest.pop();
    const options = rest[0] as SpanOptions | undefined;
    const context = (rest[1] as Context | undefined) ?? activeContext();
    if (typeof run !== "function") return startActive(name, ...rest, run);
    const shown = (span: Span): unknown => {
      quietly("recording a span", () => show(span, name, options, context));
      return Reflect.apply(run, undefined, [span]) as unknown;
    };
    return startActive(name, ...rest, shown);
  };
  return withMethods(tracer, { startSpan, startActiveSpan });
}

function show(span: Span, name: string, options: SpanOptions | undefined, context: Context): void {
  if (isOnRecord(options?.attributes) || isRecorded(span)) return;
  // A real provider answers with invalid ids where tracing is suppressed, as it is inside exporters.
  if (scopeOf(context)?.run === undefined || span.spanContext().spanId === INVALID_SPANID) return;
  const readable = "attributes" in span && "startTime" in span && "status" in span;
  const source = readable ? span : new CollectedSpan(span, name, options, context);
  if (!recordForeign(span, source, context)) return;
  const end = span.end.bind(span);
  span.end = (...args) => {
    end(...args);
    quietly("recording a span", () => endForeign(span));
  };
}

/** A view of `target` with some methods replaced; the others are bound to it, since private fields know only itself. */
function withMethods<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(original, key): unknown {
      const replaced: unknown = Reflect.get(methods, key);
      if (replaced !== undefined) return replaced;
      const value: unknown = Reflect.get(original, key, original);
      return typeof value === "function" && key !== "constructor" ? (value.bind(original) as unknown) : value;
    },
  });
}
