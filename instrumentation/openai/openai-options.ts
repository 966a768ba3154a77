import type { CaptureContent } from "../shared/settings.js";

export interface OpenAIOptions {
  /** Default: what `createTracing` was told, else true, unless the environment variable `REHEARSAL_CAPTURE_CONTENT` is `false`. */
  readonly captureContent?: CaptureContent;
}

export interface OpenAIInstrumentationConfig extends OpenAIOptions {
  /** False: it records nothing until `enable()`. Default: true. */
  readonly enabled?: boolean;
}
