import { RehearsalError, messageOf } from "../errors.js";

/** Time as a model waits by it. */
export interface ModelClock {
  /** In milliseconds; only differences mean anything. */
  now(): number;
  /** Calls back once after `ms` milliseconds, and returns what cancels it. */
  setTimeout(callback: () => void, ms: number): () => void;
}

/** Node fires a longer timer at once instead of later. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemModelClock: ModelClock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** How long a piece of work may still take. */
export interface Deadline {
  /** Fires when time is up or the caller gives up; its reason is the error to reject with. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Rejects as soon as `signal` fires. */
  wait(ms: number): Promise<void>;
}

export interface DeadlineOptions {
  /** Who is waited for, for messages. */
  readonly who: string;
  readonly timeoutMs: number;
  /** The caller's. */
  readonly signal?: AbortSignal;
  readonly clock: ModelClock;
}

/** Rejects with `timeout` or `aborted` at that very moment, even where the work itself pays no heed to the signal. */
export async function withinDeadline<T>(
  { who, timeoutMs, signal, clock }: DeadlineOptions,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const until = clock.now() + timeoutMs;
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason as RehearsalError));
  });
  const abort = () => controller.abort(abortedError(who, signal?.reason));
  if (signal?.aborted === true) throw abortedError(who, signal.reason);
  signal?.addEventListener("abort", abort);
  const cancel = clock.setTimeout(() => controller.abort(timeoutError(who, timeoutMs)), timeoutMs);
  const deadline: Deadline = {
    signal: controller.signal,
    remainingMs: () => Math.max(0, until - clock.now()),
    wait: (ms) => waitFor(ms, clock, controller.signal),
  };
  try {
    return await Promise.race([work(deadline), stopped]);
  } finally {
    cancel();
    signal?.removeEventListener("abort", abort);
  }
}

export const abortedError = (who: string, reason: unknown): RehearsalError =>
  new RehearsalError("aborted", `The call of ${who} was aborted: ${messageOf(reason)}`, { cause: reason });

const timeoutError = (who: string, timeoutMs: number) =>
  new RehearsalError(
    "timeout",
    `${who} gave no answer within ${seconds(timeoutMs)} (timeoutMs, retries included). Raise timeoutMs, or take a faster model.`,
  );

export const seconds = (ms: number): string => `${String(Math.round(ms) / 1000)} s`;

function waitFor(ms: number, clock: ModelClock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      cancel();
      reject(signal.reason as RehearsalError);
    };
    signal.addEventListener("abort", stop);
  });
}
