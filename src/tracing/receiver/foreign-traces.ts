import type { Arrival } from "./arrival.js";
import { ForeignTrace } from "./foreign-trace.js";
import type { ReceiverSettings } from "./receiver-options.js";
import type { Room } from "./room.js";

/**
 * The traces that no run began, as long as there is room and time for them. What was given to a run counts here for as
 * long as the trace is remembered, so the oldest of them is let go a little early rather than late.
 */
export class ForeignTraces {
  /** The one that was heard of least recently first. */
  readonly #traces = new Map<string, { readonly trace: ForeignTrace; readonly heardAt: number }>();
  readonly #room: Room;
  readonly #limits: Pick<ReceiverSettings, "unclaimedMs" | "clock">;
  /** Spans and log records that were let go before their run was known. */
  dropped = 0;

  constructor(room: Room, limits: Pick<ReceiverSettings, "unclaimedMs" | "clock">) {
    this.#room = room;
    this.#limits = limits;
  }

  /** Spans and log records whose run is not known. */
  get unclaimed(): number {
    return [...this.#traces.values()].reduce((count, { trace }) => count + trace.waiting, 0);
  }

  /** The trace that an arrival is of, with room made for it. Undefined: there is none. */
  traceFor({ traceId, weight }: Arrival): ForeignTrace | undefined {
    if (!this.makeRoom(weight)) return undefined;
    const trace = this.#traces.get(traceId)?.trace ?? new ForeignTrace();
    this.#traces.delete(traceId);
    this.#traces.set(traceId, { trace, heardAt: this.#limits.clock.now() });
    this.#room.take(trace, weight);
    return trace;
  }

  /** Forgets the oldest until so many bytes fit in. False: all are forgotten and they do not. */
  makeRoom(bytes: number): boolean {
    for (const traceId of this.#traces.keys()) {
      if (this.#room.fits(bytes)) return true;
      this.#forget(traceId);
    }
    return this.#room.fits(bytes);
  }

  forgetOld(): void {
    const before = this.#limits.clock.now() - this.#limits.unclaimedMs;
    for (const [traceId, { heardAt }] of this.#traces) {
      if (heardAt >= before) return;
      this.#forget(traceId);
    }
  }

  #forget(traceId: string): void {
    const trace = this.#traces.get(traceId)?.trace;
    if (trace === undefined) return;
    this.dropped += trace.waiting;
    this.#traces.delete(traceId);
    this.#room.release(trace);
  }
}
