import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** Knows when what a model asked for must have begun, if it did: before the next model call of the same agent. */
export class AnswerWindows {
  readonly #tree: SpanTree;
  readonly #ownerOf: (span: ReadSpan) => string;
  #starts: Map<string, readonly number[]> | undefined;

  constructor(tree: SpanTree, ownerOf: (span: ReadSpan) => string) {
    this.#tree = tree;
    this.#ownerOf = ownerOf;
  }

  /** Infinity: no model was called after it. */
  endOf(asking: ReadSpan): number {
    const starts = (this.#starts ??= this.#startsOf()).get(this.#ownerOf(asking)) ?? [];
    // Times are cut down to milliseconds by some.
    const from = Math.max(asking.startTimeMs, Math.floor(asking.endTimeMs ?? asking.startTimeMs));
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) < from) low = middle + 1;
      else high = middle;
    }
    return starts[low] === asking.startTimeMs ? (starts[low + 1] ?? Infinity) : (starts[low] ?? Infinity);
  }

  #startsOf(): Map<string, readonly number[]> {
    const starts = new Map<string, number[]>();
    for (const span of this.#tree.spans) {
      if (span.kind !== "llm") continue;
      const owner = this.#ownerOf(span);
      const known = starts.get(owner);
      if (known === undefined) starts.set(owner, [span.startTimeMs]);
      else known.push(span.startTimeMs);
    }
    return starts;
  }
}
