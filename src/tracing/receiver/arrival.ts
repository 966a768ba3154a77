import type { LogRecord } from "../reading/log-record.js";
import type { PlainSpan } from "../reading/plain-span.js";

/** A span or a log record as it came in. */
export interface Arrival {
  readonly traceId: string;
  /** Null: a log record, which is no place for others to be under. */
  readonly spanId: string | null;
  /** Of a log record: the span that it belongs to. */
  readonly parentSpanId: string | null;
  /** With those of its process. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** About how many bytes it takes. */
  readonly weight: number;
  readonly content: { readonly span: PlainSpan } | { readonly log: LogRecord };
}
