import type { RunStore } from "../run/run-store.js";
import type { Arrival } from "./arrival.js";

interface Node {
  readonly parentSpanId: string | null;
  run?: RunStore;
}

/** Parents deeper than this are not followed; they may form a cycle. */
const DEEPEST = 500;

/**
 * A trace that no run began. A span in it belongs to the run that it names; else to that of the nearest span above it
 * that names one; else to the only run that the trace has anything to do with. A trace may hold a whole conversation, so
 * several runs may have a part in it, and then nothing is given to either for being in it alone.
 */
export class ForeignTrace {
  readonly #nodes = new Map<string, Node>();
  readonly #owners = new Set<RunStore>();
  #waiting: Arrival[] = [];

  /** Those whose run is not known. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Takes in what names its run itself, and returns it with all that this decides. */
  claim(arrival: Arrival, run: RunStore): readonly Claimed[] {
    this.#owners.add(run);
    this.#note(arrival).run = run;
    return [{ arrival, run }, ...this.#decided()];
  }

  /** Takes in what does not, and returns what is decided of it and of those that waited for it. */
  add(arrival: Arrival): readonly Claimed[] {
    const node = this.#note(arrival);
    const run = this.#runOf(arrival);
    if (run === undefined) {
      this.#waiting.push(arrival);
      return [];
    }
    node.run = run;
    return [{ arrival, run }, ...this.#decided()];
  }

  #note({ spanId, parentSpanId }: Arrival): Node {
    const node: Node = { parentSpanId };
    if (spanId !== null) this.#nodes.set(spanId, node);
    return node;
  }

  #decided(): readonly Claimed[] {
    const decided: Claimed[] = [];
    this.#waiting = this.#waiting.filter((arrival) => {
      const run = this.#runOf(arrival);
      if (run === undefined) return true;
      decided.push({ arrival, run });
      if (arrival.spanId !== null) this.#note(arrival).run = run;
      return false;
    });
    return decided;
  }

  #runOf({ parentSpanId }: Arrival): RunStore | undefined {
    let above = parentSpanId;
    for (let depth = 0; above !== null && depth < DEEPEST; depth++) {
      const node = this.#nodes.get(above);
      if (node?.run !== undefined) return node.run;
      above = node?.parentSpanId ?? null;
    }
    const [only] = this.#owners;
    return only?.isOpen === true && this.#owners.size === 1 ? only : undefined;
  }
}

export interface Claimed {
  readonly arrival: Arrival;
  readonly run: RunStore;
}
