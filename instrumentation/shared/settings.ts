import type { Tracer } from "@opentelemetry/api";
import { capturedByEnvironment, chosenCapture, type CaptureContent } from "../../src/tracing/instrument.js";

export type { CaptureContent };

/** Those of one wrapped client or class; they may change while it is wrapped. */
export interface Settings {
  captureContent: CaptureContent | undefined;
  /** Undefined: the registered provider's. */
  tracer: Pick<Tracer, "startSpan"> | undefined;
  /** What the environment says, once that has been asked. */
  environment?: boolean;
}

/** Whether some option says which content goes on record, and not the environment. */
export const isCaptureChosen = ({ captureContent }: Settings): boolean =>
  captureContent !== undefined || chosenCapture() !== undefined;

/** The environment is read at the first call, since many an app loads its settings after its imports. */
export const captureContentOf = (settings: Settings): CaptureContent =>
  settings.captureContent ?? chosenCapture() ?? (settings.environment ??= capturedByEnvironment());
