import type { Context } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { RehearsalError } from "../../errors.js";
import { isOnRecord } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { endForeign, recordForeign } from "./foreign-record.js";

let made = 0;

/** Whether a user has made a recorder since `forgetRecorders()`; for `tracingStatus()`. */
export const hasRecorder = (): boolean => made > 0;
export const forgetRecorders = (): void => void (made = 0);

/**
 * Records the spans that instrumentations start during a run. Put it into your own provider; where there is none,
 * Rehearsal sets one up with it.
 *
 * @example
 * new NodeTracerProvider({ spanProcessors: [yourProcessor, new TraceRecorder()] });
 */
export class TraceRecorder implements SpanProcessor {
  constructor(...options: readonly never[]) {
    if (options.some((each) => each !== undefined))
      throw new RehearsalError("invalid_input", "new TraceRecorder() takes no options; leave them out.");
    made += 1;
  }

  onStart(span: Span, parentContext: Context): void {
    quietly("recording a span", () => {
      if (!isOnRecord(span.attributes)) recordForeign(span, span, parentContext);
    });
  }

  onEnd(span: ReadableSpan): void {
    quietly("recording a span", () => endForeign(span));
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
