import { INVALID_SPANID, trace, type Context, type Span, type SpanOptions, type Tracer } from "@opentelemetry/api";
import { activeContext, scopeOf, withScope, type Scope } from "../context.js";
import { quietly } from "../faults.js";
import { newSpanId, newTraceId } from "../ids.js";
import { ownTracer } from "../provider/own-tracer.js";
import { namedScopeOf } from "../run/propagation.js";
import type { RunStore } from "../run/run-store.js";

/** A span of ours under way, and where it is. */
export interface StartedSpan {
  /** The run that it happens in, while that records. */
  readonly run: RunStore | undefined;
  /** The run that it would be in, had that not ended. */
  readonly endedRun: RunStore | undefined;
  /** Undefined: nobody but the run listens. */
  readonly span: Span | undefined;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly context: Context;
  readonly activeSpanId: string | undefined;
}

/**
 * Starts a real span through the global tracer, so that parents, sampling and exporters stay the user's own. Undefined:
 * nobody listens, and there is no context to hand on either.
 */
export function startSpan(
  name: string,
  options: SpanOptions,
  tracer?: Pick<Tracer, "startSpan">,
): StartedSpan | undefined {
  const parent = activeContext();
  const scope = scopeOf(parent) ?? namedScopeOf(parent);
  const run = scope?.run?.isOpen === true ? scope.run : undefined;
  const started = quietly("starting a span", () => (tracer ?? ownTracer()).startSpan(name, options, parent));
  const active = trace.getSpanContext(parent);
  const mine = started?.spanContext();
  // Without an SDK the "new" span repeats its parent's ids, or has none at all.
  const isNew = mine !== undefined && mine.spanId !== INVALID_SPANID && mine.spanId !== active?.spanId;
  if (run === undefined && !isNew) return undefined;
  const spanId = isNew ? mine.spanId : newSpanId();
  return {
    run,
    endedRun: run === undefined ? scope?.run : undefined,
    span: started?.isRecording() === true ? started : undefined,
    traceId: isNew ? mine.traceId : (active?.traceId ?? scope?.traceId ?? newTraceId()),
    spanId,
    parentSpanId: parentOf(scope, active?.spanId),
    context: isNew && started !== undefined ? trace.setSpan(parent, started) : parent,
    activeSpanId: isNew ? spanId : active?.spanId,
  };
}

/** Where whatever the span's work starts is its child. `call` is what `updateCurrentSpan` speaks of there. */
export function contextOf(started: StartedSpan, call: Scope["call"], run = started.run): Context {
  const { traceId, spanId, activeSpanId } = started;
  return withScope(started.context, { run, call, traceId, spanId, activeSpanId });
}

/** The nearest of ours, unless a foreign span has become active within it. */
function parentOf(scope: Scope | undefined, activeSpanId: string | undefined): string | null {
  if (scope !== undefined && (activeSpanId === undefined || activeSpanId === scope.activeSpanId)) return scope.spanId;
  return activeSpanId ?? null;
}
