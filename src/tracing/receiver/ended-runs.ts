import type { RunIdentity } from "../run/run-store.js";
import type { ReceiverClock } from "./receiver-options.js";

/** A turn whose spans came when it was over. */
export interface LateTurn {
  readonly conversationId?: string;
  readonly turnId?: string;
  /** By how much, in milliseconds. */
  readonly afterMs: number;
}

type Ended = Pick<RunIdentity, "conversationId" | "turnId"> & { readonly at: number };

/** Runs that have ended, by the ids that their spans carry: what comes late is told from what is none of ours. */
export class EndedRuns {
  readonly #runs = new Map<string, Ended>();
  readonly #most: number;
  readonly #clock: Pick<ReceiverClock, "now">;
  #last: LateTurn | undefined;

  constructor(most: number, clock: Pick<ReceiverClock, "now">) {
    this.#most = most;
    this.#clock = clock;
  }

  /** The turn of which something came late last. */
  get last(): LateTurn | undefined {
    return this.#last;
  }

  add({ traceId, runId, conversationId, turnId }: RunIdentity): void {
    const ended: Ended = {
      at: this.#clock.now(),
      ...(conversationId !== undefined && { conversationId }),
      ...(turnId !== undefined && { turnId }),
    };
    for (const id of [traceId, runId]) {
      this.#runs.set(id, ended);
      const [oldest] = this.#runs.keys();
      if (this.#runs.size > this.#most && oldest !== undefined) this.#runs.delete(oldest);
    }
  }

  /** Whether what came with this id came late; which is taken note of. */
  isLate(id: string | undefined): boolean {
    const ended = id === undefined ? undefined : this.#runs.get(id);
    if (ended === undefined) return false;
    const { at, ...turn } = ended;
    this.#last = { ...turn, afterMs: Math.max(0, this.#clock.now() - at) };
    return true;
  }
}

/** In words: "2 spans came after their turns were over, the last of turn 4 by 3.2 s". */
export function lateSentence(count: number, { conversationId, turnId, afterMs }: LateTurn): string {
  const turn = turnId === undefined ? "a run" : `turn ${turnId}`;
  const of = conversationId === undefined ? turn : `${turn} (conversation ${conversationId})`;
  const came =
    count === 1 ? "1 span came after its turn was over" : `${String(count)} spans came after their turns were over`;
  return `${came}, ${count === 1 ? "that" : "the last"} of ${of} by ${(afterMs / 1000).toFixed(1)} s`;
}
