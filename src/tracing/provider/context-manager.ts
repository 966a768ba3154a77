import { createRequire } from "node:module";
import type * as ContextHooks from "@opentelemetry/context-async-hooks";
import { context, createContextKey, ROOT_CONTEXT, type ContextManager } from "@opentelemetry/api";
import { shared } from "../../test-case/shared.js";
import { registeredApi } from "./global-provider.js";
import { useOwnCarrier, usesOwnCarrier } from "../context.js";
import { onLostContext } from "./lasting-context.js";

const require = createRequire(import.meta.url);
const PROBE = createContextKey("rehearsal.probe");

const ours = shared("context-manager", (): { manager?: ContextManager | undefined; working?: unknown } => ({}));

/**
 * Sees to it that context travels: a global manager is set where there is none; where the global one does not work (it
 * is broken, loses context over an await, or was registered by an API version that this one can't use) a private one
 * carries our own context.
 */
export function ensureContextManager(): void {
  // A manager that works goes on working: each run asks, and looking closer costs as much as the rest of it.
  const registered = registeredApi()?.context;
  if (registered !== undefined && registered === ours().working) return;
  ours().working = undefined;
  if (travels()) {
    ours().working = registered;
    onLostContext(() => usesOwnCarrier() || useOwnCarrier(newManager()));
    return;
  }
  useOwnCarrier(undefined);
  const manager = newManager();
  if (context.setGlobalContextManager(manager)) ours().manager = manager;
  if (!travels()) useOwnCarrier(manager);
}

function newManager(): ContextManager {
  const hooks = require("@opentelemetry/context-async-hooks") as typeof ContextHooks;
  return new hooks.AsyncLocalStorageContextManager().enable();
}

/** Takes our manager out again. */
export function removeContextManager(): void {
  if (ours().manager !== undefined) context.disable();
  ours().manager = undefined;
  ours().working = undefined;
  useOwnCarrier(undefined);
}

export function contextManagerKind(): "ours" | "user's" | "private" | "none" {
  if (usesOwnCarrier()) return "private";
  if (!travels()) return "none";
  return ours().manager === undefined ? "user's" : "ours";
}

function travels(): boolean {
  try {
    return context.with(ROOT_CONTEXT.setValue(PROBE, true), () => context.active().getValue(PROBE) === true);
  } catch {
    return false;
  }
}
