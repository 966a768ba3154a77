import { ConcurrencyWindow } from "./concurrency-window.js";
import type { ModelClock } from "./deadline.js";
import { PerMinute } from "./per-minute.js";

/** What a provider takes. Absent: no limit but what the provider itself says. */
export interface RateLimits {
  /** Calls under way at once. */
  readonly maxConcurrent?: number;
  /** Calls begun in any 60 seconds. */
  readonly requestsPerMinute?: number;
  /** Input and output tokens of the calls begun in any 60 seconds; a call under way counts with an estimate. */
  readonly tokensPerMinute?: number;
}

export interface EnterOptions {
  /** Where the caller stands in line: from `place()`, the same for each of its attempts. */
  readonly place: number;
  readonly signal?: AbortSignal | undefined;
  /** About how many tokens it will use. Default: 0. */
  readonly tokens?: number;
  /** How long the caller may still wait, in milliseconds. Default: for ever. */
  readonly remainingMs?: () => number;
  /** The error for a caller that can't wait as long as the provider asks to. */
  readonly tooLong?: (waitMs: number) => Error;
}

/**
 * No gate is closed for longer, in milliseconds, whatever a provider asks: one slip of it would else stop all calls for the
 * life of the process. Half of the time that a call waits unless told otherwise, so that one of them finds out.
 */
export const LONGEST_CLOSED_MS = 60_000;

/** How an attempt went. `throttledForMs`: the provider wants no more calls for so long. */
export type AttemptResult = "succeeded" | "failed" | { readonly throttledForMs: number };

/** The right to make one call. */
export interface Pass {
  /** Gives it back; a second time means nothing. `tokens`: how many were used, if that is known. */
  leave(result: AttemptResult, tokens?: number | null): void;
}

interface Waiter extends EnterOptions {
  readonly admit: (pass: Pass) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Where all calls of one model go through, in the order in which they came. A provider that limits the rate closes it for
 * as long as it asks, for all of them, and makes it narrower; calls that succeed widen it again.
 */
export class RateGate {
  readonly #clock: ModelClock;
  readonly #window: ConcurrencyWindow;
  readonly #requests: PerMinute;
  readonly #tokens: PerMinute;
  #line: Waiter[] = [];
  #places = 0;
  #inFlight = 0;
  #openAt = -Infinity;
  #admitted = 0;
  /** How many had been admitted when the window last shrank. */
  #admittedAtShrink = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: ModelClock, limits: RateLimits = {}) {
    this.#clock = clock;
    this.#window = new ConcurrencyWindow(limits.maxConcurrent ?? Infinity);
    this.#requests = new PerMinute(limits.requestsPerMinute ?? Infinity);
    this.#tokens = new PerMinute(limits.tokensPerMinute ?? Infinity);
  }

  /** A place at the end of the line. Who tries again keeps it, and so is before those that came later. */
  place(): number {
    return this.#places++;
  }

  /** Resolves when the caller may make its call. Rejects with the signal's reason, or with `tooLong`, having left the line. */
  enter(options: EnterOptions): Promise<Pass> {
    const { signal, place } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const leaveLine = (): void => {
        if (this.#line[0] === waiter) this.#line.shift();
        else this.#line = this.#line.filter((other) => other !== waiter);
        signal?.removeEventListener("abort", abort);
      };
      const waiter: Waiter = {
        ...options,
        admit: (pass) => {
          leaveLine();
          resolve(pass);
        },
        reject: (reason) => {
          leaveLine();
          reject(reason);
        },
      };
      const abort = (): void => {
        waiter.reject(signal?.reason as Error);
        this.#pump();
      };
      signal?.addEventListener("abort", abort, { once: true });
      // Mostly at the end: only who tries again is before others.
      const before = this.#line.findLastIndex((other) => other.place < place);
      this.#line.splice(before + 1, 0, waiter);
      this.#pump();
    });
  }

  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#turnAway();
    for (let head = this.#line[0]; head !== undefined; head = this.#line[0]) {
      // Whoever leaves calls again.
      if (this.#inFlight >= this.#window.size) return;
      const now = this.#clock.now();
      const { tokens = 0 } = head;
      const at = Math.max(this.#openAt, this.#requests.freeAt(1, now), this.#tokens.freeAt(tokens, now));
      if (at > now) {
        this.#cancelTimer = this.#clock.setTimeout(() => this.#pump(), at - now);
        return;
      }
      head.admit(this.#pass(tokens, now));
    }
  }

  /** Those whose time is up before the gate opens learn why at once. */
  #turnAway(): void {
    const waitMs = this.#openAt - this.#clock.now();
    if (waitMs <= 0) return;
    for (const { remainingMs, tooLong, reject } of [...this.#line]) {
      if (remainingMs !== undefined && tooLong !== undefined && waitMs >= remainingMs()) reject(tooLong(waitMs));
    }
  }

  #pass(estimate: number, now: number): Pass {
    this.#inFlight += 1;
    this.#requests.spend(1, now);
    const used = this.#tokens.spend(estimate, now);
    const number = ++this.#admitted;
    let isOut = false;
    return {
      leave: (result, tokens) => {
        if (isOut) return;
        isOut = true;
        if (typeof tokens === "number") used(tokens);
        if (result === "succeeded") this.#window.grow();
        else if (result !== "failed") this.#throttle(number, result.throttledForMs);
        this.#inFlight -= 1;
        this.#pump();
      },
    };
  }

  #throttle(number: number, forMs: number): void {
    this.#openAt = Math.max(this.#openAt, this.#clock.now() + Math.min(forMs, LONGEST_CLOSED_MS));
    // What was on its way before says nothing about the smaller window: a burst of refusals is one reason, not many.
    if (number <= this.#admittedAtShrink) return;
    this.#window.shrink(this.#inFlight);
    this.#admittedAtShrink = this.#admitted;
  }
}
