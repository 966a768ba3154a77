/** What {@link LookAhead} is given. */
export interface LookAheadOptions<Key, Result> {
  /** How many may run at once. */
  readonly concurrency: number;
  /** How many may have been begun, or be done, that nobody has asked for yet. Absent: any number. */
  readonly ahead?: number;
  /** Everything that will be asked for, in order; asked when the first is, since only then it is known. */
  readonly wanted: () => readonly Key[];
  readonly start: (key: Key, signal: AbortSignal) => Promise<Result>;
}

interface Begun<Result> {
  readonly result: Promise<Result>;
  readonly abort: AbortController;
}

/** Runs what will be asked for next while one is being waited for. Each key runs once, and again when it is forgotten. */
export class LookAhead<Key, Result> {
  readonly #options: LookAheadOptions<Key, Result>;
  readonly #begun = new Map<Key, Begun<Result>>();
  /** Begun, and not asked for yet. */
  readonly #unasked = new Set<Key>();
  #ended: Error | undefined;
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
    this.#unasked.delete(key);
    this.#pump();
    return result;
  }

  /** The next `take` of the key begins anew. */
  forget(key: Key): void {
    this.#begun.delete(key);
  }

  /** Nobody will ask for these any more: ends those that run, and begins no other. */
  drop(isDropped: (key: Key) => boolean, reason: Error): void {
    this.#queue = (this.#queue ?? [...this.#options.wanted()]).filter((key) => !isDropped(key));
    for (const [key, { abort }] of this.#begun) if (isDropped(key)) abort.abort(reason);
  }

  /** Ends what runs, and begins nothing more by itself. */
  abort(reason: Error): void {
    this.#queue = [];
    this.#ended = reason;
    for (const { abort } of this.#begun.values()) abort.abort(reason);
  }

  #start(key: Key): Promise<Result> {
    const running = this.#begun.get(key);
    if (running !== undefined) return running.result;
    this.#active += 1;
    const abort = new AbortController();
    if (this.#ended !== undefined) abort.abort(this.#ended);
    const result = this.#options.start(key, abort.signal);
    this.#begun.set(key, { result, abort });
    const ended = () => {
      this.#active -= 1;
      this.#pump();
    };
    // The rejection is whoever's who takes the key; until then it is nobody's fault.
    result.then(ended, ended);
    return result;
  }

  #pump(): void {
    const { concurrency, ahead = Infinity } = this.#options;
    while (this.#active < concurrency && this.#unasked.size < ahead) {
      const next = this.#queue?.shift();
      if (next === undefined) return;
      this.#unasked.add(next);
      void this.#start(next);
    }
  }
}
