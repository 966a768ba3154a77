interface Held {
  items: number;
  bytes: number;
}

/** Keeps count of what is held, and for whom. */
export class Room {
  readonly #most: Readonly<Held>;
  readonly #shares = new Map<object, Held>();
  readonly #all: Held = { items: 0, bytes: 0 };

  constructor(most: Readonly<Held>) {
    this.#most = most;
  }

  /** Whether one more of so many bytes fits in. */
  fits(bytes: number): boolean {
    return this.#all.items < this.#most.items && this.#all.bytes + bytes <= this.#most.bytes;
  }

  take(owner: object, bytes: number): void {
    const share = this.#shares.get(owner) ?? { items: 0, bytes: 0 };
    this.#shares.set(owner, share);
    for (const held of [share, this.#all]) {
      held.items += 1;
      held.bytes += bytes;
    }
  }

  /** Lets go of all that was held for an owner. */
  release(owner: object): void {
    const share = this.#shares.get(owner);
    if (share === undefined) return;
    this.#shares.delete(owner);
    this.#all.items -= share.items;
    this.#all.bytes -= share.bytes;
  }
}
