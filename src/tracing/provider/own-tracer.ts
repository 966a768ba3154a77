import { trace, TraceFlags, type Tracer, type TracerProvider } from "@opentelemetry/api";
import { newSpanId, newTraceId } from "../ids.js";
import { shared } from "../../test-case/shared.js";
import { globalProxy } from "./global-provider.js";
import { untee } from "./untee.js";

let cached: { readonly provider: TracerProvider; readonly tracer: Pick<Tracer, "startSpan"> } | undefined;
const unheard = shared("unheard", (): { provider?: TracerProvider | undefined } => ({}));

/**
 * The tracer for our own spans: the registered provider's, found anew when another provider is registered. Where that
 * is one of ours with nobody to listen but a recorder, which passes them over, spans are but ids that others hang on.
 */
export function ownTracer(): Pick<Tracer, "startSpan"> {
  const provider = globalProxy()?.getDelegate() ?? trace.getTracerProvider();
  if (cached?.provider !== provider)
    cached = { provider, tracer: provider === unheard().provider ? idTracer : untee(provider).getTracer("rehearsal") };
  return cached.tracer;
}

/** Says that nobody exports what this provider records. */
export const setUnheard = (provider: TracerProvider | undefined): void => void (unheard().provider = provider);

/** Whether spans of ours are but ids, which nobody else gets to see. */
export const isUnheard = (): boolean => ownTracer() === idTracer;

const idTracer: Pick<Tracer, "startSpan"> = {
  startSpan: (_name, options, parent) => {
    const around = options?.root === true ? undefined : parent === undefined ? undefined : trace.getSpanContext(parent);
    const traceId = around?.traceId ?? newTraceId();
    return trace.wrapSpanContext({ traceId, spanId: newSpanId(), traceFlags: TraceFlags.SAMPLED });
  },
};
