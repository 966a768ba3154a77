import { RehearsalError } from "../errors.js";
import { describeFailure, modelFailed, type Caller } from "./caller.js";
import { seconds, type Deadline } from "./deadline.js";
import { readFailure, type Failure } from "./failure.js";
import { LONGEST_CLOSED_MS, type Pass, type RateGate } from "./rate-gate.js";

export interface RetryOptions {
  readonly caller: Caller;
  readonly deadline: Deadline;
  /** Where every attempt goes through, with those of all others who call this model. */
  readonly gate: RateGate;
  /** Attempts after the first. 0: none. */
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
  const { caller, deadline, gate, maxRetries, random, adapt } = options;
  const { signal } = deadline;
  const tooLong = (waitMs: number) => modelFailed(caller, closedFor(waitMs));
  const entry = { place: gate.place(), signal, remainingMs: () => deadline.remainingMs(), tooLong };
  for (let attempts = 1; ;) {
    const pass = await gate.enter(entry);
    try {
      return await passing(pass, signal, attempt);
    } catch (thrown) {
      if (signal.aborted || thrown instanceof RehearsalError) throw thrown;
      const failure = readFailure(thrown, Date.now());
      const waitMs = failure.retryAfterMs ?? backoffMs(attempts, random());
      pass.leave(failure.throttled ? { throttledForMs: waitMs } : "failed");
      if (adapt?.(failure) === true) continue;
      const retry = failure.retryable && attempts <= maxRetries;
      if (!retry || waitMs >= deadline.remainingMs()) {
        const tooLongMs = retry && failure.retryAfterMs !== null ? waitMs : null;
        const cause = failure.kind === "unreadable" ? undefined : thrown;
        throw modelFailed(caller, describeFailure(caller, failure, attempts, tooLongMs), { thrown: cause });
      }
      attempts++;
      // The gate is closed for all as long as the provider asks, within reason; other trouble is this caller's own.
      if (!failure.throttled || waitMs > LONGEST_CLOSED_MS) await deadline.wait(waitMs);
    }
  }
}

/** Gives the pass back where the attempt succeeds, and where nobody waits for it any more: it may never end. */
async function passing<T>(pass: Pass, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  const giveUp = (): void => pass.leave("failed");
  signal.addEventListener("abort", giveUp);
  try {
    const result = await attempt();
    pass.leave("succeeded");
    return result;
  } catch (thrown) {
    // That an answer says nothing usable is no fault of the rate.
    if (signal.aborted || thrown instanceof RehearsalError) pass.leave("failed");
    throw thrown;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

const closedFor = (waitMs: number): string =>
  `takes no calls for now: it limited the rate of an earlier one and asked all to wait ${seconds(waitMs)} more, which is ` +
  "longer than timeoutMs allows. Run fewer conversations at once, or raise timeoutMs.";

/** 0.5, 1, 2, 4, at most 8 seconds, shortened by up to a quarter so that concurrent calls spread out. */
const backoffMs = (attempt: number, random: number) => Math.min(8000, 500 * 2 ** (attempt - 1)) * (1 - random / 4);
