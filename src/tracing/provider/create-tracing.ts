import type { SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { RehearsalError } from "../../errors.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import { chooseCapture, type CaptureContent } from "../observe/capture.js";
import { captureFault } from "../observe/capture-option.js";
import { registeredProvider } from "./global-provider.js";
import { prepareTracing, removeTracing, setProvider } from "./prepare.js";
import { tracingStatus, type TracingStatus } from "./status.js";

export interface TracingOptions {
  /** Further processors for the provider that is set up, for example one that exports. Default: none. */
  readonly spanProcessors?: readonly SpanProcessor[] | undefined;
  /**
   * Which content goes on record of all that Rehearsal records itself: `observe`, wrapped clients, verdicts. Options of
   * each win. Default: true, unless the environment variable `REHEARSAL_CAPTURE_CONTENT` is `false`.
   */
  readonly captureContent?: CaptureContent | undefined;
}

export interface Tracing {
  status(): TracingStatus;
  /** Takes out whatever was set up: provider, context manager and tee. What others registered stays. */
  shutdown(): Promise<void>;
}

/** Sets tracing up at a time of your choosing, instead of at the first run, and lets you take it down again. */
export async function createTracing(options: TracingOptions = {}): Promise<Tracing> {
  check(options);
  const { spanProcessors = [], captureContent } = options;
  if (captureContent !== undefined) chooseCapture(captureContent);
  if (spanProcessors.length > 0) {
    if (registeredProvider() !== undefined) {
      const message =
        "createTracing() can't add span processors: a tracer provider is registered already. Give them, and new TraceRecorder(), to that provider.";
      throw new RehearsalError("invalid_input", message);
    }
    await setProvider(spanProcessors);
  }
  await prepareTracing();
  const shutdown = (): Promise<void> => {
    chooseCapture(undefined);
    return removeTracing();
  };
  return { status: tracingStatus, shutdown };
}

function check(options: TracingOptions): void {
  const fault =
    wrongOptions(options, ["spanProcessors", "captureContent"] satisfies readonly (keyof TracingOptions)[]) ??
    noProcessors(options.spanProcessors) ??
    captureFault(options.captureContent);
  if (fault !== undefined) throw new RehearsalError("invalid_input", `createTracing: ${fault}`);
}

const noProcessors = (given: unknown): string | undefined =>
  given === undefined || (Array.isArray(given) && given.every(isProcessor))
    ? undefined
    : `spanProcessors must be a list of span processors; got ${described(given)}`;

const isProcessor = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "onStart" in value && "onEnd" in value;
