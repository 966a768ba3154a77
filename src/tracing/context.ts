import { context, createContextKey, ROOT_CONTEXT, type Context, type ContextManager } from "@opentelemetry/api";
import type { CallRecord } from "./observe/call-record.js";
import type { RunStore } from "./run/run-store.js";
import { shared } from "../test-case/shared.js";
import { registeredApi } from "./provider/global-provider.js";

const SCOPE = createContextKey("rehearsal.scope.1");

/** What travels in the OpenTelemetry context, so that whatever happens within is attributed without looking at times. */
export interface Scope {
  readonly run: RunStore | undefined;
  /** The nearest observed call. */
  readonly call: CallRecord | undefined;
  /** The span that calls within are children of, unless a foreign span has become active since. */
  readonly traceId: string;
  readonly spanId: string;
  readonly activeSpanId: string | undefined;
}

export const scopeOf = (from: Context): Scope | undefined => from.getValue(SCOPE) as Scope | undefined;
export const withScope = (from: Context, scope: Scope): Context => from.setValue(SCOPE, scope);

const standIn = shared("carrier", (): { manager?: ContextManager | undefined } => ({}));

/** Carries our context where the global context manager can't (it is broken, or belongs to another API version). */
export const useOwnCarrier = (manager: ContextManager | undefined): void => void (standIn().manager = manager);
export const usesOwnCarrier = (): boolean => standIn().manager !== undefined;

/** What carries our context. Undefined: nothing does. */
export function activeManager(): object | undefined {
  const manager = standIn().manager ?? registeredApi()?.context;
  return typeof manager === "object" && manager !== null ? manager : undefined;
}

export function activeContext(): Context {
  try {
    return (standIn().manager ?? context).active();
  } catch {
    return ROOT_CONTEXT;
  }
}

/** Runs `work` once in `target`, whatever the context manager does: its faults are no faults of the agent. */
export function within<T>(target: Context, work: () => T): T {
  let done: { readonly value: T } | { readonly error: unknown } | undefined;
  const once = (): T => {
    try {
      const value = work();
      done = { value };
      return value;
    } catch (error) {
      done = { error };
      throw error;
    }
  };
  try {
    (standIn().manager ?? context).with(target, once);
  } catch {
    // What the work itself threw is rethrown below.
  }
  return done === undefined ? work() : settled(done);
}

function settled<T>(done: { readonly value: T } | { readonly error: unknown }): T {
  if ("error" in done) throw done.error;
  return done.value;
}
