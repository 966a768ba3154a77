import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** Of the model calls of one owner the last to start, and the last that shows what it was told. */
interface Latest {
  readonly last: ReadSpan;
  readonly shown?: ReadSpan | undefined;
}

/**
 * Knows what became of calls of which nothing shows that they ran: they did not if a later model call was told nothing
 * of them, or if none followed. Where what it was told is not on record, it is not known.
 */
export class LaterModels {
  readonly #tree: SpanTree;
  #latest: Map<unknown, Latest> | undefined;

  constructor(tree: SpanTree) {
    this.#tree = tree;
  }

  /** Whether a call that `asking` asked for may have run though nothing shows it. */
  mayKnow(asking: ReadSpan): boolean {
    const known = this.#after(asking);
    return known !== undefined && !isAfter(known.shown, asking);
  }

  /** Whether a later model call shows what it was told, which would be what became of the calls that `asking` asked for. */
  isShownAfter(asking: ReadSpan): boolean {
    return isAfter(this.#after(asking)?.shown, asking);
  }

  /** Whether any model was called after it. */
  isAnyAfter(asking: ReadSpan): boolean {
    return this.#after(asking) !== undefined;
  }

  /** Where each span is a trace of its own, nobody's own model calls are known. */
  #after(asking: ReadSpan): Latest | undefined {
    const latest = (this.#latest ??= this.#latestOf());
    return [latest.get(this.#ownerOf(asking)), latest.get(ANYONE)].find((each) => isAfter(each?.last, asking));
  }

  /** Once a call needs it, which in most traces none does. */
  #latestOf(): Map<unknown, Latest> {
    const latest = new Map<unknown, Latest>();
    for (const span of this.#tree.spans) {
      if (span.kind !== "llm") continue;
      const isShown = showsInput(span);
      for (const owner of [this.#ownerOf(span), ANYONE])
        latest.set(owner, { last: span, shown: isShown ? span : latest.get(owner)?.shown });
    }
    return latest;
  }

  #ownerOf(span: ReadSpan): unknown {
    return this.#tree.nearest(span, ({ kind }) => kind === "agent") ?? span.traceId;
  }
}

/** Times that are cut down to milliseconds let a span seem to start before the one that it follows has ended. */
const isAfter = (span: ReadSpan | undefined, asking: ReadSpan): boolean =>
  span !== undefined &&
  span !== asking &&
  span.startTimeMs >= Math.max(asking.startTimeMs, Math.floor(asking.endTimeMs ?? asking.startTimeMs));

const ANYONE = Symbol("any owner");

/** Text that looks like JSON is what a limit on the length of attributes leaves of it. */
const showsInput = ({ input, inputText, results, history, missing }: ReadSpan): boolean =>
  (inputText !== undefined || (results?.length ?? 0) > 0 || (history?.calls.length ?? 0) > 0) &&
  !(typeof input === "string" && /^\s*[[{]/.test(input)) &&
  missing?.some((each) => each.includes("limits")) !== true;
