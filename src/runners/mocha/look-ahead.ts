/** What {@link LookAhead} is given. */
export interface LookAheadOptions<Key, Result> {
  /** How many may run at once. */
  readonly concurrency: number;
  /** Everything that will be asked for, in order; asked when the first is, since only then it is known. */
  readonly wanted: () => readonly Key[];
  readonly start: (key: Key, signal: AbortSignal) => Promise<Result>;
}

/** Runs what will be asked for next while one is being waited for. Each key runs once, and again when it is forgotten. */
export class LookAhead<Key, Result> {
  readonly #options: LookAheadOptions<Key, Result>;
  readonly #running = new Map<Key, Promise<Result>>();
  readonly #abort = new AbortController();
  #queue: Key[] | undefined;
  #active = 0;

  constructor(options: LookAheadOptions<Key, Result>) {
    this.#options = options;
  }

  /** The result of a key, begun now if it is not yet. */
  take(key: Key): Promise<Result> {
    this.#queue ??= [...this.#options.wanted()];
    this.#queue = this.#queue.filter((other) => other !== key);
    const result = this.#start(key);
    this.#pump();
    return result;
  }

  /** The next `take` of the key begins anew. */
  forget(key: Key): void {
    this.#running.delete(key);
  }

  /** Ends what runs, and begins nothing more by itself. */
  abort(reason: Error): void {
    this.#queue = [];
    this.#abort.abort(reason);
  }

  #start(key: Key): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    this.#active += 1;
    const result = this.#options.start(key, this.#abort.signal);
    this.#running.set(key, result);
    const ended = () => {
      this.#active -= 1;
      this.#pump();
    };
    // The rejection is whoever's who takes the key; until then it is nobody's fault.
    result.then(ended, ended);
    return result;
  }

  #pump(): void {
    while (this.#active < this.#options.concurrency) {
      const next = this.#queue?.shift();
      if (next === undefined) return;
      void this.#start(next);
    }
  }
}
