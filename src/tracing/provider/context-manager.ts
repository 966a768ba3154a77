import { createRequire } from "node:module";
import type * as ContextHooks from "@opentelemetry/context-async-hooks";
import { context, createContextKey, ROOT_CONTEXT, type ContextManager } from "@opentelemetry/api";
import { useOwnCarrier, usesOwnCarrier } from "../context.js";

const require = createRequire(import.meta.url);
const PROBE = createContextKey("rehearsal.probe");

let ours: ContextManager | undefined;

/**
 * Sees to it that context travels: a global manager is set where there is none; where the global one does not work (it
 * is broken, or was registered by an API version that this one can't use) a private one carries our own context.
 */
export function ensureContextManager(): void {
  if (travels()) return;
  useOwnCarrier(undefined);
  const hooks = require("@opentelemetry/context-async-hooks") as typeof ContextHooks;
  const manager = new hooks.AsyncLocalStorageContextManager().enable();
  if (context.setGlobalContextManager(manager)) ours = manager;
  if (!travels()) useOwnCarrier(manager);
}

/** Takes our manager out again. */
export function removeContextManager(): void {
  if (ours !== undefined) context.disable();
  ours = undefined;
  useOwnCarrier(undefined);
}

export function contextManagerKind(): "ours" | "user's" | "private" | "none" {
  if (usesOwnCarrier()) return "private";
  if (!travels()) return "none";
  return ours === undefined ? "user's" : "ours";
}

function travels(): boolean {
  try {
    return context.with(ROOT_CONTEXT.setValue(PROBE, true), () => context.active().getValue(PROBE) === true);
  } catch {
    return false;
  }
}
