/** Time as the simulator sees it: real, or stepped by a test. */
export interface Clock {
  /** True: the process's own time goes by, so other work of the process gets its turn between conversations. */
  readonly isSystem?: boolean;
  /** In milliseconds, with fractions. It never goes back; only differences mean anything. */
  now(): number;
  /** Calls back once after `ms` milliseconds, and returns what cancels it. */
  setTimeout(callback: () => void, ms: number): () => void;
}

/** Node fires a longer timer at once instead of later. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  isSystem: true,
  now: () => performance.now(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
