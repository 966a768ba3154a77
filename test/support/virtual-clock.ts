/** Time that moves only when told to. It has the shape of the simulator's `Clock`. */
export interface VirtualClock {
  now(): number;
  setTimeout(callback: () => void, ms: number): () => void;
  /** Timers that wait, the next one first, in milliseconds from now. */
  readonly pending: readonly number[];
  /** Moves time on, firing what falls due in order; promises settle before each timer and at the end. */
  advance(ms: number): Promise<void>;
  /** Fires timers, and those that they start, until none waits. */
  runAll(): Promise<void>;
  /** Resolves as soon as this many timers wait: for code that reaches its timer by way of real input or output. */
  whenPending(count: number): Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** More timers than any test needs: what starts a timer in each timer would else run for ever. */
const MAX_TIMERS = 100_000;

export function virtualClock(startMs = 0): VirtualClock {
  let time = startMs;
  let timers: Timer[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  const fire = async (until: number) => {
    for (let fired = 0; fired < MAX_TIMERS; fired++) {
      await settle();
      const next = timers[0];
      if (next === undefined || next.due > until) return;
      timers = timers.slice(1);
      time = Math.max(time, next.due);
      next.callback();
    }
    throw new Error(`${String(MAX_TIMERS)} timers fired and there are still more: something starts timers for ever`);
  };

  return {
    now: () => time,
    setTimeout(callback, ms) {
      const timer: Timer = { due: time + (ms > 0 ? ms : 0), callback };
      const later = timers.findIndex(({ due }) => due > timer.due);
      timers = later < 0 ? [...timers, timer] : timers.toSpliced(later, 0, timer);
      const ready = waiting.filter(({ count }) => count <= timers.length);
      waiting = waiting.filter((waiter) => !ready.includes(waiter));
      for (const { resolve } of ready) resolve();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    get pending() {
      return timers.map(({ due }) => due - time);
    },
    async advance(ms) {
      const until = time + ms;
      await fire(until);
      time = until;
      await settle();
    },
    runAll: () => fire(Infinity),
    whenPending: (count) =>
      timers.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
  };
}

/** An immediate runs after every promise that can settle by itself. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
