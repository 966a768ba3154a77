import { trace, type Context, type Span, type SpanOptions } from "@opentelemetry/api";
import { now } from "../clock.js";

/** What was said to a span that itself keeps nothing, since its provider did not sample it. Has the shape of a plain span. */
export class CollectedSpan {
  name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly startTimeUnixMs = now();
  endTimeUnixMs: number | null = null;
  status: { readonly code: number; readonly message?: string } = { code: 0 };
  readonly attributes: Record<string, unknown>;
  readonly events: { readonly name: string; readonly attributes: unknown }[] = [];

  constructor(span: Span, name: string, options: SpanOptions | undefined, context: Context) {
    const { traceId, spanId } = span.spanContext();
    this.name = name;
    this.traceId = traceId;
    this.spanId = spanId;
    this.parentSpanId = options?.root === true ? null : (trace.getSpanContext(context)?.spanId ?? null);
    this.attributes = { ...options?.attributes };
    this.#listen(span);
  }

  #listen(span: Span): void {
    const heard = {
      setAttribute: (key: string, value: unknown) => void (this.attributes[key] = value),
      setAttributes: (attributes: object) => void Object.assign(this.attributes, attributes),
      addEvent: (name: string, attributes: unknown) => void this.events.push({ name, attributes }),
      setStatus: (status: CollectedSpan["status"]) => void (this.status = status),
      updateName: (name: string) => void (this.name = name),
      recordException: (error: unknown) => void this.events.push({ name: "exception", attributes: exception(error) }),
      end: () => void (this.endTimeUnixMs = now()),
    };
    for (const [method, hear] of Object.entries(heard)) {
      const original: unknown = Reflect.get(span, method);
      if (typeof original !== "function") continue;
      Reflect.set(span, method, (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(original, span, args);
        try {
          Reflect.apply(hear, undefined, args);
        } catch {
          // A span never throws at those who use it.
        }
        return result;
      });
    }
  }
}

function exception(error: unknown): object {
  if (error instanceof Error) return { "exception.type": error.name, "exception.message": error.message };
  return { "exception.message": String(error) };
}
