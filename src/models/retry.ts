import { RehearsalError } from "../errors.js";
import { describeFailure, modelFailed, type Caller } from "./caller.js";
import type { Deadline } from "./deadline.js";
import { readFailure, type Failure } from "./failure.js";

export interface RetryOptions {
  readonly caller: Caller;
  readonly deadline: Deadline;
  /** Attempts after the first. */
  readonly maxRetries: number;
  /** The next number in [0, 1). */
  readonly random: () => number;
  /** Says whether an attempt may be made again at once, changed so that it need not fail in this way. */
  readonly adapt?: (failure: Failure) => boolean;
}

/**
 * Attempts until one succeeds. A provider's Retry-After is waited for, however long, if the deadline allows it, and
 * else given up at once. (The `openai` client's own loop sleeps past deadline and abort: openai/openai-node#1840, #2580.)
 */
export async function retrying<T>(options: RetryOptions, attempt: () => Promise<T>): Promise<T> {
  const { caller, deadline, maxRetries, random, adapt } = options;
  for (let attempts = 1; ;) {
    try {
      return await attempt();
    } catch (thrown) {
      if (deadline.signal.aborted || thrown instanceof RehearsalError) throw thrown;
      const failure = readFailure(thrown, Date.now());
      if (adapt?.(failure) === true) continue;
      const retry = failure.retryable && attempts <= maxRetries;
      const waitMs = failure.retryAfterMs ?? backoffMs(attempts, random());
      if (!retry || waitMs >= deadline.remainingMs()) {
        const tooLongMs = retry && failure.retryAfterMs !== null ? waitMs : null;
        const cause = failure.kind === "unreadable" ? undefined : thrown;
        throw modelFailed(caller, describeFailure(caller, failure, attempts, tooLongMs), cause);
      }
      attempts++;
      await deadline.wait(waitMs);
    }
  }
}

/** 0.5, 1, 2, 4, at most 8 seconds, shortened by up to a quarter so that concurrent calls spread out. */
const backoffMs = (attempt: number, random: number) => Math.min(8000, 500 * 2 ** (attempt - 1)) * (1 - random / 4);
