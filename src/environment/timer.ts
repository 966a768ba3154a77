/** What waits are made with: real, or stepped by a test. A simulator's `Clock` is one. */
export interface Timer {
  /** Calls back once after `ms` milliseconds, and returns what cancels it. */
  setTimeout(callback: () => void, ms: number): () => void;
}

export const systemTimer: Timer = {
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The waits of one conversation. */
export class Waits {
  readonly #timer: Timer;
  /** What ends each wait at once. */
  readonly #ends = new Set<() => void>();
  #isClosed = false;

  constructor(timer: Timer = systemTimer) {
    this.#timer = timer;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      // Its clock may stand still now. That it waits at all keeps what asks again and again from blocking the process.
      if (this.#isClosed) return void setTimeout(resolve, ms).unref();
      const cancel = this.#timer.setTimeout(() => {
        this.#ends.delete(end);
        resolve();
      }, ms);
      const end = (): void => {
        cancel();
        resolve();
      };
      this.#ends.add(end);
    });
  }

  /** What still waits is let go: somebody of another conversation may stand in line behind it. No timer holds the process. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
    this.#ends.clear();
  }
}
