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
  readonly #cancels = new Set<() => void>();
  #isClosed = false;

  constructor(timer: Timer = systemTimer) {
    this.#timer = timer;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) return;
      const cancel = this.#timer.setTimeout(() => {
        this.#cancels.delete(cancel);
        resolve();
      }, ms);
      this.#cancels.add(cancel);
    });
  }

  /** What still waits, or begins to, is never called back: nobody hears of it any more, and no timer holds the process. */
  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }
}
