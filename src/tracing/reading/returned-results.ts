import type { ReadSpan, RequestedCall, ReturnedResult } from "./read-span.js";

interface Told<What> {
  readonly span: ReadSpan;
  readonly what: What;
}

/** What later model calls show of what tools handed back, found by the id of a call or by its place. */
export class ReturnedResults {
  readonly #byId = new Map<string, Told<ReturnedResult>[]>();
  readonly #inOrder: Told<readonly ReturnedResult[]>[] = [];
  readonly #named: Told<undefined>[] = [];

  /** @param spans in the order in which they started */
  constructor(spans: readonly ReadSpan[]) {
    for (const span of spans) {
      const nameless: ReturnedResult[] = [];
      const last = new Map<string, ReturnedResult>();
      for (const result of span.results ?? []) {
        if (result.id === undefined) nameless.push(result);
        else last.set(result.id, result);
      }
      // Of several results of one id the last counts, since a history only grows.
      for (const [id, what] of last) {
        const known = this.#byId.get(id);
        if (known === undefined) this.#byId.set(id, [{ span, what }]);
        else known.push({ span, what });
      }
      if (last.size > 0) this.#named.push({ span, what: undefined });
      if (nameless.length > 0 && span.kind === "llm") this.#inOrder.push({ span, what: nameless });
    }
  }

  /** In the earliest model call after `asking` that knows the id, else in one beside it. */
  withId(id: string | undefined, asking: ReadSpan): ReturnedResult | undefined {
    const known = (id === undefined ? undefined : this.#byId.get(id)) ?? [];
    const beside = () => known.slice(firstFrom(known, asking.startTimeMs)).find(({ span }) => span !== asking);
    return (this.#after(id, asking) ?? beside())?.what;
  }

  /** When a later model call knew what came back for that id: by then it had run. Infinity: it is not known. */
  knownAt(id: string | undefined, asking: ReadSpan): number {
    return this.#after(id, asking)?.span.startTimeMs ?? Infinity;
  }

  #after(id: string | undefined, asking: ReadSpan): Told<ReturnedResult> | undefined {
    const known = (id === undefined ? undefined : this.#byId.get(id)) ?? [];
    const first = firstFrom(known, endOf(asking));
    return known[known[first]?.span === asking ? first + 1 : first];
  }

  /**
   * Whether what a later model call was told may answer one of these calls though it can't be told which: results that
   * are not as many as the calls, or whose ids no call is recorded with.
   */
  mayHold(requests: readonly RequestedCall[], asking: ReadSpan): boolean {
    const isNext = (told: readonly Told<unknown>[]): boolean => {
      const next = told[firstFrom(told, endOf(asking))];
      return next !== undefined && next.span !== asking;
    };
    return isNext(this.#inOrder) || (isNext(this.#named) && requests.some(({ id }) => id === undefined));
  }

  /**
   * Those without ids, of the next model call that remembers these calls or none, where they are as many as the calls that
   * were asked for: before it an agent within a tool may have been told what its own calls returned.
   */
  ofAll(requests: readonly RequestedCall[], asking: ReadSpan): readonly ReturnedResult[] {
    const first = firstFrom(this.#inOrder, endOf(asking));
    const next = this.#inOrder
      .slice(first, first + LOOKED_AT)
      .find(({ span }) => span !== asking && mayRemember(span, requests));
    return next !== undefined && next.what.length === requests.length ? next.what : [];
  }
}

/** So many model calls are looked at. */
const LOOKED_AT = 32;

/** Its history ends with them, or holds no calls at all, as where an instrumentation leaves them out. */
function mayRemember({ history }: ReadSpan, requests: readonly RequestedCall[]): boolean {
  const last = history?.calls.slice(-requests.length) ?? [];
  return last.length === 0 || last.every(({ name }, index) => name === requests[index]?.name);
}

function firstFrom(told: readonly Told<unknown>[], time: number): number {
  let [low, high] = [0, told.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((told[middle]?.span.startTimeMs ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Providers cut start times down to milliseconds, so that a span may seem to start before the one it follows has ended. */
const endOf = ({ startTimeMs, endTimeMs }: ReadSpan): number =>
  Math.max(startTimeMs, Math.floor(endTimeMs ?? startTimeMs));
