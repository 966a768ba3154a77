import type { Metric } from "../test-case/metric.js";
import { judgedCase, loadStatedMetrics } from "../evaluation/evaluate-case.js";
import type { Gate } from "../evaluation/gate.js";
import { gateState, type Planned } from "../evaluation/gate-state.js";
import type { CaseResult } from "../evaluation/run-record.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { isUnfinished } from "./unfinished.js";

export interface GateWatchOptions {
  readonly gate: Gate;
  readonly goldens: readonly ConversationalGolden[];
  readonly seed: string;
  /** Besides those for what the goldens state. */
  readonly metrics: readonly Metric[];
}

/**
 * Judges conversations as they end, and ends the run once no trial to come can change what comes of the gate. It counts
 * them in the order of the run and not as they happen to end, so that how many are held at once changes nothing: what lies
 * behind the trial that decided is left out, even where it has finished.
 */
export class GateWatch {
  readonly gate: Gate;
  /** How many trials each golden is to have. */
  readonly planned: Planned;
  readonly #options: GateWatchOptions;
  readonly #decided = new AbortController();
  readonly #results: (CaseResult | undefined)[] = [];
  readonly #counted: CaseResult[] = [];

  constructor(options: GateWatchOptions) {
    this.#options = options;
    this.gate = options.gate;
    const planned = new Map<string, number>();
    for (const { id, trials = 1, flaky } of options.goldens)
      if (flaky !== true) planned.set(id, (planned.get(id) ?? 0) + trials);
    this.planned = planned;
  }

  /** Fires once the gate is decided. */
  get signal(): AbortSignal {
    return this.#decided.signal;
  }

  /** Is told of each conversation that ended, with its place in the run. */
  async ended(testCase: ConversationalTestCase, index: number): Promise<void> {
    if (this.signal.aborted || isUnfinished(testCase)) return;
    const { metrics } = this.#options;
    const name = testCase.name ?? testCase.goldenId ?? "";
    this.#results[index] = await judgedCase(testCase, { name, metrics, stated: await loadStatedMetrics() });
    this.#count();
  }

  /** The conversations that count, of all in order. */
  kept(testCases: readonly ConversationalTestCase[]): readonly ConversationalTestCase[] {
    return this.signal.aborted ? testCases.slice(0, this.#counted.length) : testCases;
  }

  #count(): void {
    const { gate, seed } = this.#options;
    for (;;) {
      const next = this.#results[this.#counted.length];
      if (next === undefined || this.signal.aborted) return;
      this.#counted.push(next);
      // Before the first that counts there is nothing to decide.
      const counted = this.#counted.filter(({ flaky }) => !flaky);
      if (counted.length > 0 && gateState(gate, counted, this.planned, seed) !== "open")
        this.#decided.abort(new Error("the gate is decided"));
    }
  }
}
