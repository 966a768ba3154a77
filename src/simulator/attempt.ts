import { RehearsalError } from "../errors.js";
import { ambient, within } from "../models/cassette/ambient.js";
import { TurnWatch } from "../models/cassette/turn-watch.js";
import type { Abandonment } from "./abandonment.js";
import { Abortable } from "./abortable.js";
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
 * Runs foreign code and always tells, once: what came of it, or that the deadline came first, or that the caller gave up,
 * in which two cases the signal that the code was given fires. What comes later is ignored; a late rejection is taken
 * note of here, so that it is no unhandled one, and no other rejection in the process is touched. What comes at once is
 * told at once: promises cost more than the rest of a turn.
 */
export function attempt<T>(
  work: (call: Abortable) => T | PromiseLike<T>,
  options: AttemptOptions,
): Outcome<T> | Promise<Outcome<T>> {
  const { clock, abandonment, dueInMs } = options;
  const given = abandonment.reason;
  if (given !== null) return { type: "aborted", reason: given, at: clock.now() };
  const call = new Abortable();
  const begunAt = clock.now();
  const around = ambient();
  const watch = around === undefined ? undefined : new TurnWatch();
  try {
    const result = around === undefined ? work(call) : within({ ...around, watch }, () => work(call));
    if (isThenable(result)) return awaited(result, call, { clock, abandonment, dueInMs, begunAt, watch });
    return over({ type: "done", value: result }, call, options);
  } catch (thrown) {
    return over({ type: "threw", thrown }, call, options);
  }
}

/** What came at once, unless the caller has given up meanwhile. */
function over<T>(result: Result<T>, call: Abortable, { clock, abandonment }: AttemptOptions): Outcome<T> {
  const { reason } = abandonment;
  if (reason === null) return { ...result, at: clock.now() };
  call.abort(new RehearsalError("aborted", reason));
  return { type: "aborted", reason, at: clock.now() };
}

interface Awaited extends AttemptOptions {
  readonly begunAt: number;
  /** Where calls are recorded or replayed. */
  readonly watch: TurnWatch | undefined;
}

function awaited<T>(
  result: PromiseLike<T>,
  call: Abortable,
  { clock, dueInMs, abandonment, begunAt, watch }: Awaited,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    let cancelTimer: (() => void) | undefined;
    const settle = (came: Result<T>): void => {
      cancelTimer?.();
      abandonment.off(abandon);
      resolve({ ...came, at: clock.now() });
    };
    const abandon = (reason: string): void => {
      settle({ type: "aborted", reason });
      watch?.end("given up");
      call.abort(new RehearsalError("aborted", reason));
    };
    const { reason } = abandonment;
    if (reason !== null) {
      Promise.resolve(result).then(undefined, () => undefined);
      return abandon(reason);
    }
    const late = (): void => {
      settle({ type: "late" });
      watch?.end("late");
      call.abort(new RehearsalError("timeout", "The deadline of this turn or of its conversation has passed."));
    };
    if (dueInMs < Infinity) cancelTimer = clock.setTimeout(late, Math.max(0, dueInMs - (clock.now() - begunAt)));
    abandonment.on(abandon);
    watch?.keptBy(late);
    Promise.resolve(result).then(
      (value) => settle({ type: "done", value }),
      (thrown: unknown) => settle({ type: "threw", thrown }),
    );
  });
}

const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === "object" && value !== null && "then" in value;
