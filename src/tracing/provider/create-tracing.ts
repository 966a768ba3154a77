import type { SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { RehearsalError } from "../../errors.js";
import { registeredProvider } from "./global-provider.js";
import { prepareTracing, removeTracing, setProvider } from "./prepare.js";
import { tracingStatus, type TracingStatus } from "./status.js";

export interface TracingOptions {
  /** Further processors for the provider that is set up, for example one that exports. Default: none. */
  readonly spanProcessors?: readonly SpanProcessor[];
}

export interface Tracing {
  status(): TracingStatus;
  /** Takes out whatever was set up: provider, context manager and tee. What others registered stays. */
  shutdown(): Promise<void>;
}

/** Sets tracing up at a time of your choosing, instead of at the first run, and lets you take it down again. */
export async function createTracing({ spanProcessors = [] }: TracingOptions = {}): Promise<Tracing> {
  if (spanProcessors.length > 0) {
    if (registeredProvider() !== undefined) {
      const message =
        "createTracing() can't add span processors: a tracer provider is registered already. Give them, and new TraceRecorder(), to that provider.";
      throw new RehearsalError("invalid_input", message);
    }
    await setProvider(spanProcessors);
  }
  await prepareTracing();
  return { status: tracingStatus, shutdown: removeTracing };
}
