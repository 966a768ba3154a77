import { isSpanContextValid, propagation, ROOT_CONTEXT, trace, type Context } from "@opentelemetry/api";
import { activeContext, scopeOf, withScope, type Scope } from "../context.js";
import { quietly } from "../faults.js";
import { baggageKeys, headersOf } from "./headers.js";
import { openRuns, openScopeOf } from "./open-run.js";
import type { RunStore } from "./run-store.js";
import { baggageIn, carrierIn, entriesOf, senderIn, traceparentOf, type Carrier } from "./w3c.js";

/** What a request takes along, so that its receiver goes on with whatever is under way here. Never throws. */
export function outgoing(): Carrier {
  const context = activeContext();
  const carrier: Record<string, string> = {};
  quietly("injecting headers", () => propagation.inject(context, carrier));
  const scope = openScopeOf(context);
  if (scope === undefined) {
    const span = trace.getSpanContext(context);
    return span === undefined || !isSpanContextValid(span) ? carrier : { traceparent: traceparentOf(span), ...carrier };
  }
  scope.run.areIdsKnown = true;
  const { traceparent, baggage } = headersOf(scope.traceId, scope.spanId, scope.run.ids);
  const others = entriesOf(carrier.baggage).filter((entry) => !entry.trim().startsWith("rehearsal."));
  return { ...carrier, traceparent, baggage: [...others, baggage].join(",") };
}

/**
 * Where a request that brought these goes on: in the run that it names, if that is under way here, else as a child of
 * the span that sent it. Without any it goes on where it came in. Never throws.
 */
export function incoming(given: unknown): Context {
  const here = activeContext();
  return quietly("reading headers", () => contextFrom(carrierIn(given), here)) ?? here;
}

/** True: the request comes from a run, and that is not under way in this process. */
export function comesFromElsewhere(given: unknown): boolean {
  const carrier = carrierIn(given);
  return baggageIn(carrier).has(baggageKeys.run) && runOf(carrier) === undefined;
}

/** True: the request comes from a run that is under way in this process. */
export function comesFromHere(given: unknown): boolean {
  return runOf(carrierIn(given)) !== undefined;
}

/** The place in a run under way that somebody else's propagation put into a context, by baggage or trace id. */
export function namedScopeOf(context: Context): (Scope & { readonly run: RunStore }) | undefined {
  if (openRuns().size === 0) return undefined;
  const sender = trace.getSpanContext(context);
  const runId = propagation.getBaggage(context)?.getEntry(baggageKeys.run)?.value;
  const run = runWith(runId, sender?.traceId);
  if (run === undefined) return undefined;
  const { traceId, spanId } = sender ?? run.ids;
  return { run, call: undefined, traceId, spanId, activeSpanId: sender?.spanId };
}

/** Says that another process will tell of a part of the run around, which is then worth waiting for. */
export function expectFromElsewhere(): void {
  const run = openScopeOf(activeContext())?.run;
  if (run !== undefined) run.headersRead = true;
}

function contextFrom(carrier: Carrier, here: Context): Context {
  const sender = senderIn(carrier);
  if (sender === undefined) return here;
  const run = runOf(carrier);
  const scope = scopeOf(here);
  // It never left our context, in which the sender's own span may be active.
  if (run !== undefined && scope?.run === run && scope.spanId === sender.spanId) return here;
  const traced = trace.setSpanContext(withBaggage(propagation.extract(ROOT_CONTEXT, carrier), carrier), sender);
  if (run === undefined) return traced;
  const { traceId, spanId } = sender;
  return withScope(traced, { run, call: undefined, traceId, spanId, activeSpanId: spanId });
}

const runOf = (carrier: Carrier): RunStore | undefined =>
  runWith(baggageIn(carrier).get(baggageKeys.run), senderIn(carrier)?.traceId);

function runWith(runId: string | undefined, traceId: string | undefined): RunStore | undefined {
  const isMeant = ({ ids }: RunStore): boolean => (runId === undefined ? ids.traceId === traceId : ids.runId === runId);
  for (const run of openRuns()) if (isMeant(run)) return run;
  return undefined;
}

/** Where the user has no propagator that would read it. */
function withBaggage(context: Context, carrier: Carrier): Context {
  const entries = baggageIn(carrier);
  if (entries.size === 0 || propagation.getBaggage(context) !== undefined) return context;
  const values = Object.fromEntries([...entries].map(([key, value]) => [key, { value }]));
  return propagation.setBaggage(context, propagation.createBaggage(values));
}
