import type { Trace } from "../../test-case/trace.js";
import { prepareTracing } from "../provider/prepare.js";
import { startRun, type RunOptions } from "./run.js";

const failed = new WeakMap<object, Trace>();

/** What was on record when {@link captureTrace} rethrew this error. */
export const traceOf = (error: unknown): Trace | undefined =>
  (typeof error === "object" && error !== null) || typeof error === "function" ? failed.get(error) : undefined;

/**
 * Calls `work` and resolves to what it returned, with the trace of what it did. Read streams to their end within it.
 * What it throws is thrown on, the same object; `traceOf(error)` tells what was on record by then.
 *
 * @example
 * const { result, trace } = await captureTrace(() => agent("Can I return shoes?"));
 */
export async function captureTrace<T>(
  work: () => T,
  options: RunOptions = {},
): Promise<{ readonly result: Awaited<T>; readonly trace: Trace }> {
  await prepareTracing();
  const run = startRun(options);
  try {
    const result = await run.within(work);
    await run.settle();
    return { result, trace: run.end() };
  } catch (error) {
    await run.settle();
    const trace = run.end();
    if ((typeof error === "object" && error !== null) || typeof error === "function") failed.set(error, trace);
    throw error;
  }
}
