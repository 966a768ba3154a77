import { RehearsalError } from "../errors.js";
import type { Abandonment } from "./abandonment.js";
import type { Clock } from "./clock.js";

type Result<T> =
  | { readonly type: "done"; readonly value: T }
  /** What was thrown or rejected with; `undefined` counts. */
  | { readonly type: "threw"; readonly thrown: unknown }
  | { readonly type: "late" }
  | { readonly type: "aborted"; readonly reason: string };

/** What came of it, and when on the clock. */
export type Outcome<T> = Result<T> & { readonly at: number };

export interface AttemptOptions {
  readonly clock: Clock;
  /** Milliseconds until it is late. `Infinity`: never. */
  readonly dueInMs: number;
  readonly abandonment: Abandonment;
}

/**
 * Runs foreign code and always resolves, once: with what came of it, or at the deadline, or when the caller gives up,
 * in which two cases the signal that the code was given fires. What comes later is ignored; a late rejection is taken
 * note of here, so that it is no unhandled one, and no other rejection in the process is touched.
 */
export function attempt<T>(
  work: (call: AbortController) => T | PromiseLike<T>,
  { clock, dueInMs, abandonment }: AttemptOptions,
): Promise<Outcome<T>> {
  const given = abandonment.reason;
  if (given !== null) return Promise.resolve({ type: "aborted", reason: given, at: clock.now() });
  // The controller is handed over and not its signal: node makes the signal when it is first read, which few do.
  const call = new AbortController();
  return new Promise((resolve) => {
    let cancelTimer: (() => void) | undefined;
    const settle = (result: Result<T>): void => {
      cancelTimer?.();
      abandonment.off(abandon);
      resolve({ ...result, at: clock.now() });
    };
    const abandon = (reason: string): void => {
      settle({ type: "aborted", reason });
      call.abort(new RehearsalError("aborted", reason));
    };
    if (dueInMs < Infinity) {
      cancelTimer = clock.setTimeout(() => {
        settle({ type: "late" });
        call.abort(new RehearsalError("timeout", "The deadline of this turn or of its conversation has passed."));
      }, dueInMs);
    }
    abandonment.on(abandon);
    const done = (value: T): void => settle({ type: "done", value });
    const threw = (thrown: unknown): void => settle({ type: "threw", thrown });
    try {
      const result = work(call);
      if (isThenable(result)) Promise.resolve(result).then(done, threw);
      else done(result);
    } catch (thrown) {
      threw(thrown);
    }
  });
}

const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === "object" && value !== null && "then" in value;
