import type { LogRecord } from "../reading/log-record.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ReadSpan } from "../reading/read-span.js";
import { movedBy } from "./run-time.js";
import { readSpans } from "../reading/read-trace.js";

/** What other processes sent of one run. */
export class Received {
  /** Mostly nothing comes. */
  #spans: Map<string, PlainSpan> | undefined;
  #logs: LogRecord[] = [];
  /** Spans and log records that belong here, yet for which there was no room. */
  refused = 0;

  get size(): number {
    return (this.#spans?.size ?? 0) + this.#logs.length;
  }

  get spans(): readonly PlainSpan[] {
    return [...(this.#spans?.values() ?? [])];
  }

  /** False: it was there already, since exporters send again what they think was lost. */
  addSpan(span: PlainSpan): boolean {
    const key = `${span.traceId} ${span.spanId}`;
    const spans = (this.#spans ??= new Map());
    const isNew = !spans.has(key);
    spans.set(key, span);
    return isNew;
  }

  addLog(record: LogRecord): void {
    this.#logs.push(record);
  }

  /** Another process goes by the time of the world, whatever clock this one was given. */
  toReadSpans(offsetMs = 0): readonly ReadSpan[] {
    return readSpans(
      this.spans.map((span) => movedBy(offsetMs, span)),
      this.#logs,
    );
  }

  clear(): void {
    this.#spans = undefined;
    this.#logs = [];
  }
}
