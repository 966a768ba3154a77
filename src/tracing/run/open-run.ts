import type { Context } from "@opentelemetry/api";
import { scopeOf, type Scope } from "../context.js";
import type { RunStore } from "./run-store.js";
import { sharedSet } from "../../test-case/shared.js";

/** Runs under way in this process. */
export const openRuns = sharedSet<RunStore>("runs");

/** The run that a context belongs to, while it records. */
export function openRunOf(context: Context): RunStore | undefined {
  return openScopeOf(context)?.run;
}

/** The same with the place in it. */
export function openScopeOf(context: Context): (Scope & { readonly run: RunStore }) | undefined {
  const scope = scopeOf(context);
  return scope?.run?.isOpen === true ? { ...scope, run: scope.run } : undefined;
}
