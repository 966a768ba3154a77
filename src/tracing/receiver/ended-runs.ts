import { localSpans } from "../run/remotes.js";
import { toolsIn, type EndedRun } from "../run/late-span.js";
import type { RunStore } from "../run/run-store.js";
import { readSpans } from "../reading/read-trace.js";
import type { ReceiverClock } from "./receiver-options.js";

/** What came of a turn, or of several, when it was over. */
export interface LateTurn {
  readonly conversationId?: string;
  readonly turnId?: string;
  /** By how much, in milliseconds. */
  readonly afterMs: number;
}

/** A run that is over, and how it ended. */
export interface Ended extends EndedRun {
  readonly at: number;
  /** How long it had been quiet when it was taken for complete, in milliseconds. Undefined: it was not, or did not wait. */
  readonly quietMs: number | undefined;
  /** Its requests to other processes that were not answered. */
  readonly requests: readonly string[];
}

interface Late {
  readonly count: number;
  readonly last: LateTurn;
}

/** Runs that have ended, by the ids that their spans carry: what comes late is told from what is none of ours. */
export class EndedRuns {
  readonly #runs = new Map<string, Ended>();
  /** What came late, by conversation, and is not told yet. */
  readonly #late = new Map<string, Late>();
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

  add(run: RunStore, quietMs: number | undefined, requests: readonly string[]): void {
    const { ids, offsetMs } = run;
    const tools = toolsIn([...localSpans(run), ...readSpans(run.received.spans)]);
    const ended: Ended = { ...ids, offsetMs, tools, quietMs, requests, at: this.#clock.now() };
    for (const id of [ids.traceId, ids.runId]) put(this.#runs, id, ended, this.#most);
  }

  /** The run of which what came with this id came late; which is taken note of. Undefined: of none. */
  lateOf(id: string | undefined): Ended | undefined {
    const ended = id === undefined ? undefined : this.#runs.get(id);
    if (ended === undefined) return undefined;
    const { at, conversationId, turnId } = ended;
    const last: LateTurn = {
      ...(conversationId !== undefined && { conversationId }),
      ...(turnId !== undefined && { turnId }),
      afterMs: Math.max(0, this.#clock.now() - at),
    };
    this.#last = last;
    if (conversationId === undefined) return ended;
    const count = (this.#late.get(conversationId)?.count ?? 0) + 1;
    put(this.#late, conversationId, { count, last }, this.#most);
    return ended;
  }

  /** What came late of earlier turns of this run's conversation, until that is told. */
  lateBefore({ ids: { conversationId } }: RunStore): Late | undefined {
    return conversationId === undefined ? undefined : this.#late.get(conversationId);
  }

  /** It was told in the trace of this run. */
  told({ ids: { conversationId } }: RunStore): void {
    if (conversationId !== undefined) this.#late.delete(conversationId);
  }
}

function put<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** In words: "2 spans came after their turns were over, the last of turn 4 by 3.2 s". */
export function lateSentence(count: number, { conversationId, turnId, afterMs }: LateTurn): string {
  const turn = turnId === undefined ? "a run" : `turn ${turnId}`;
  const of = conversationId === undefined ? turn : `${turn} (conversation ${conversationId})`;
  const came =
    count === 1 ? "1 span came after its turn was over" : `${String(count)} spans came after their turns were over`;
  return `${came}, ${count === 1 ? "that" : "the last"} of ${of} by ${(afterMs / 1000).toFixed(1)} s`;
}
