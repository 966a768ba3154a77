import { trace, TraceFlags, type Tracer, type TracerProvider } from "@opentelemetry/api";
import { newSpanId, newTraceId } from "../ids.js";
import { globalProxy } from "./global-provider.js";
import { untee } from "./tee.js";

let cached: { readonly provider: TracerProvider; readonly tracer: Pick<Tracer, "startSpan"> } | undefined;
let unheard: TracerProvider | undefined;

/**
 * The tracer for our own spans: the registered provider's, found anew when another provider is registered. Where that
 * is one of ours with nobody to listen but a recorder, which passes them over, spans are but ids that others hang on.
 */
export function ownTracer(): Pick<Tracer, "startSpan"> {
  const provider = globalProxy()?.getDelegate() ?? trace.getTracerProvider();
  if (cached?.provider !== provider)
    cached = { provider, tracer: provider === unheard ? idTracer : untee(provider).getTracer("rehearsal") };
  return cached.tracer;
}

/** Says that nobody exports what this provider records. */
export const setUnheard = (provider: TracerProvider | undefined): void => void (unheard = provider);

const idTracer: Pick<Tracer, "startSpan"> = {
  startSpan: (_name, options, parent) => {
    const around = options?.root === true ? undefined : parent === undefined ? undefined : trace.getSpanContext(parent);
    const traceId = around?.traceId ?? newTraceId();
    return trace.wrapSpanContext({ traceId, spanId: newSpanId(), traceFlags: TraceFlags.SAMPLED });
  },
};
