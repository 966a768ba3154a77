import { inspect } from "node:util";
import type { Outcome } from "./outcome.js";

/** Hands on what a promise settled to; must not throw. */
type Follow = (value: unknown) => unknown;

/**
 * Watches a promise that others may hold as well, such as one from a cache. To listen to it would be to handle its
 * rejection, which it may be up to its owner to do, or to nobody; so it is listened to once the caller does, and else asked
 * how it stands.
 */
class Watch {
  readonly #promise: Promise<unknown>;
  readonly #outcome: Outcome;
  readonly #follow: Follow;
  #heard: Promise<unknown> | undefined;

  constructor(promise: Promise<unknown>, outcome: Outcome, follow: Follow) {
    this.#promise = promise;
    this.#outcome = outcome;
    this.#follow = follow;
  }

  /** Somebody waits for it, who need not hold what the caller got. */
  get isHeard(): boolean {
    return this.#heard !== undefined;
  }

  /** Settles as the promise does, one tick later. */
  get heard(): Promise<unknown> {
    return (this.#heard ??= this.#promise.then(this.#follow, (error: unknown) => {
      this.#outcome.threw(error);
      throw error;
    }));
  }

  get state(): "pending" | "fulfilled" | "rejected" {
    const within = SharedPromise.watchOf(this.#promise);
    return within === undefined ? stateOf(this.#promise) : within.state;
  }

  /** For a result that nobody waits for. What was fulfilled can be listened to without handling a rejection. */
  look(): void {
    if (this.#heard !== undefined) return;
    const { state } = this;
    if (state === "fulfilled") void this.heard;
    if (state === "rejected") this.#outcome.threw(new Error("it rejected, and nobody who called it waited for that"));
  }
}

/**
 * What the caller gets instead: a promise like any other, which hears of the watched one once somebody wants to know.
 * Whoever listens to a promise, by `await`, by its `then` or past that by the `then` of all promises, asks for its
 * constructor first.
 */
export class SharedPromise extends Promise<unknown> {
  readonly #watch: Watch;
  #settle: ((heard: Promise<unknown>) => void) | undefined;

  static isOne(value: object): value is SharedPromise {
    return #watch in value;
  }

  static watchOf(promise: Promise<unknown>): Watch | undefined {
    return #watch in promise ? promise.#watch : undefined;
  }

  static {
    Reflect.defineProperty(SharedPromise.prototype, "constructor", {
      get(this: object) {
        if (SharedPromise.isOne(this)) this.#hear();
        return Promise;
      },
      configurable: true,
    });
  }

  constructor(watch: Watch) {
    let settle: ((heard: Promise<unknown>) => void) | undefined;
    super((resolve, reject) => (settle = (heard) => void heard.then(resolve, reject)));
    this.#watch = watch;
    this.#settle = settle;
  }

  #hear(): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(this.#watch.heard);
  }
}

/** Nobody can ask any more for what was let go of. */
const forgotten = new FinalizationRegistry<{ readonly watch: Watch; readonly outcome: Outcome }>(
  ({ watch, outcome }) => {
    watch.look();
    if (!watch.isHeard && watch.state === "pending") outcome.unseen("nobody waited for its result");
  },
);

export function followShared(promise: Promise<unknown>, outcome: Outcome, follow: Follow): SharedPromise {
  const watch = new Watch(promise, outcome, follow);
  const shared = new SharedPromise(watch);
  outcome.lookWith?.(() => watch.look());
  forgotten.register(shared, { watch, outcome });
  return shared;
}

/** Without listening: that is what no other interface tells. */
function stateOf(promise: Promise<unknown>): "pending" | "fulfilled" | "rejected" {
  const shown = inspect(promise, { depth: 0, customInspect: false, maxArrayLength: 0, maxStringLength: 0 });
  return (/^Promise(?: \[[^\]]*\])? \{\s*<(pending|rejected)>/.exec(shown)?.[1] ?? "fulfilled") as
    "pending" | "rejected";
}
