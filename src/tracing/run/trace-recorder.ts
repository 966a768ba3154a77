import type { Context } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { own } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { foreignRecordOf, recordForeign } from "./foreign-record.js";
import { openRunOf } from "./run-store.js";

let heard = 0;

/** How many spans any recorder has been shown; for `tracingStatus()`. */
export const spansHeard = (): number => heard;

/**
 * Records the spans that instrumentations start during a run. Put it into your own provider; where there is none,
 * Rehearsal sets one up with it.
 *
 * @example
 * new NodeTracerProvider({ spanProcessors: [yourProcessor, new TraceRecorder()] });
 */
export class TraceRecorder implements SpanProcessor {
  onStart(span: Span, parentContext: Context): void {
    heard += 1;
    quietly("recording a span", () => {
      const run = openRunOf(parentContext);
      // Observed calls have put themselves on record.
      if (run === undefined || span.attributes[own.kind] !== undefined) return;
      recordForeign(span, span, run);
    });
  }

  onEnd(span: ReadableSpan): void {
    quietly("recording a span", () => foreignRecordOf(span)?.end());
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
