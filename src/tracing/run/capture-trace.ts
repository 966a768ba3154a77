import { RehearsalError } from "../../errors.js";
import type { Trace } from "../../test-case/trace.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import type { TraceHeaders } from "./headers.js";
import type { Run, RunOptions } from "./run.js";

const failed = new WeakMap<object, Trace>();

/** What was on record when {@link captureTrace} rethrew this error. */
export const traceOf = (error: unknown): Trace | undefined =>
  (typeof error === "object" && error !== null) || typeof error === "function" ? failed.get(error) : undefined;

/** The run that {@link captureTrace} records. */
export interface CapturedRun {
  /**
   * W3C headers for an agent in another process: send them along, and its spans join the trace. Where they were read and
   * an OTLP receiver is open, the trace waits for those spans.
   */
  readonly headers: TraceHeaders;
}

/**
 * Calls `work` and resolves to what it returned, with the trace of what it did. Read streams to their end within it.
 * What it throws is thrown on, the same object; `traceOf(error)` tells what was on record by then. Throws a RehearsalError
 * where `work` is no function or there is no such option.
 *
 * @example
 * const { result, trace } = await captureTrace(() => agent("Can I return shoes?"));
 * const { trace } = await captureTrace(({ headers }) => fetch(url, { method: "POST", headers, body }));
 */
export async function captureTrace<T>(
  work: (run: CapturedRun) => T,
  options: RunOptions = {},
): Promise<{ readonly result: Awaited<T>; readonly trace: Trace }> {
  check(work, options);
  // The readers of traces are many files: they are loaded where a trace is first captured.
  const [{ prepareTracing }, { startRun }] = await Promise.all([import("../provider/prepare.js"), import("./run.js")]);
  await prepareTracing();
  const run = startRun(options);
  try {
    // An observed function that wants nothing would record what it was given.
    const result = await run.within(() => (work.length === 0 ? (work as () => T)() : work(capturedOf(run))));
    await run.settle();
    return { result, trace: run.end() };
  } catch (error) {
    await run.settle();
    const trace = run.end();
    if ((typeof error === "object" && error !== null) || typeof error === "function") failed.set(error, trace);
    throw error;
  }
}

/** Read only if they are: that says that an agent in another process has a part in it. */
const capturedOf = (run: Run): CapturedRun =>
  Object.defineProperty({}, "headers", { get: () => run.headers }) as CapturedRun;

const known = ["runId", "conversationId", "turnId", "retrieverTools"] as const satisfies readonly (keyof RunOptions)[];

function check(work: unknown, options: unknown): void {
  const fault =
    typeof work === "function"
      ? wrongOptions(options, known)
      : `give a function that does the work first, then the options; got ${described(work)}`;
  if (fault !== undefined) throw new RehearsalError("invalid_input", `captureTrace: ${fault}`);
}
