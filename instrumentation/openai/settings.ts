import type { Tracer } from "@opentelemetry/api";

/**
 * Which content goes on record: message texts, arguments of tools, their results and the words of errors. True: as it is.
 * False: none of it; names, ids, usage and models stay, and the trace says that content is missing. A function is given
 * each text before it is recorded (arguments and results as JSON text) and returns what to record instead; where it
 * throws or returns no text, nothing is recorded.
 */
export type CaptureContent = boolean | ((content: string) => string);

export interface OpenAIOptions {
  /** Default: true, unless the environment variable `REHEARSAL_CAPTURE_CONTENT` is `false`. */
  readonly captureContent?: CaptureContent;
}

/** Those of one wrapped client or class; they may change while it is wrapped. */
export interface Settings {
  captureContent: CaptureContent | undefined;
  /** Undefined: the registered provider's. */
  tracer: Pick<Tracer, "startSpan"> | undefined;
  /** What the environment says, once that has been asked. */
  environment?: boolean;
}

const off: ReadonlySet<string> = new Set(["false", "0", "off", "no"]);

/** The environment is read at the first call, since many an app loads its settings after its imports. */
export const captureContentOf = (settings: Settings): CaptureContent =>
  settings.captureContent ??
  (settings.environment ??= !off.has(process.env.REHEARSAL_CAPTURE_CONTENT?.trim().toLowerCase() ?? ""));
