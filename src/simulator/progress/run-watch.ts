import { messageOf } from "../../errors.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { Trace } from "../../test-case/trace.js";
import { ceilingReached, uncostedText, uncounted, type CeilingOptions } from "../ceiling/ceiling.js";
import type { Prices } from "../ceiling/prices.js";
import { spentByAgent, spentByUser, type ModelSpending, type Spent } from "../ceiling/spending.js";
import { uncostedModel } from "../ceiling/uncosted.js";
import type { Clock } from "../clock.js";
import type { Job } from "../jobs.js";
import type { Past } from "../journal/journal.js";
import { progressAt, type Progress } from "./progress.js";
import { progressed, progressOf, type ProgressEvent, type ProgressState } from "./progress-state.js";

/** Is told how far a run is, at everything that happens in it. */
export type OnProgress = (progress: Progress) => void;

/** What something spent: a reply of the agent (no trace: nothing of it is known), or a call of the user's model. */
export type Spending =
  { readonly by: "agent"; readonly trace: Trace | undefined } | { readonly by: "user"; readonly call: ModelSpending };

export interface RunWatchOptions {
  /** Conversations. */
  readonly total: number;
  readonly clock: Clock;
  readonly prices: Prices;
  readonly ceiling: CeilingOptions;
  readonly onProgress?: OnProgress | undefined;
  readonly warn: (message: string) => void;
}

const unknown: Spent = { tokens: { amount: null, whole: false }, cost: { amount: null, whole: false } };

/** Watches a run: how far it is, what it spends, and whether that is enough. */
export class RunWatch {
  readonly #options: RunWatchOptions;
  readonly #enough = new AbortController();
  #state: ProgressState;
  #isDeaf = false;

  constructor(options: RunWatchOptions) {
    this.#options = options;
    this.#state = progressOf(options.total, options.clock.now());
    this.#tell();
  }

  /** Fires when the ceiling is reached; its reason is a sentence. */
  get signal(): AbortSignal {
    return this.#enough.signal;
  }

  /** How far the run is now. */
  get progress(): Progress {
    return progressAt(this.#state, this.#options.clock.now());
  }

  begun({ threadId }: Job, past: Past | undefined): void {
    this.#happened({ type: "begun", threadId, restored: past !== undefined && past.end !== null });
    for (const trace of past?.traces ?? []) this.#spent(threadId, { by: "agent", trace }, true);
    for (const call of past?.userCalls ?? []) this.#spent(threadId, { by: "user", call }, true);
  }

  turn({ threadId }: Job): void {
    this.#happened({ type: "turn", threadId });
  }

  spent({ threadId }: Job, spending: Spending): void {
    this.#spent(threadId, spending, false);
  }

  finished({ threadId }: Job, { endReason, error }: ConversationalTestCase): void {
    const outcome = endReason?.by === "abort" ? "unfinished" : error === undefined ? "ended" : "failed";
    this.#happened({ type: "finished", threadId, outcome });
  }

  /** The run is over: tells what the ceiling could not count. */
  over(): void {
    const told = uncounted(this.#options.ceiling, this.#state);
    if (told !== null) this.#options.warn(told);
  }

  #spent(threadId: string, spending: Spending, past: boolean): void {
    const spent = spentBy(spending, this.#options.prices);
    this.#happened({ type: "spent", threadId, spent, past });
    const reached = ceilingReached(this.#options.ceiling, this.#state) ?? this.#uncosted(spending);
    if (reached !== null && !this.#enough.signal.aborted) this.#enough.abort(new Error(reached));
  }

  #uncosted(spending: Spending): string | null {
    const { ceiling, prices } = this.#options;
    const model = ceiling.maxCost === undefined ? undefined : uncostedModel(spending, prices);
    return model === undefined ? null : uncostedText(ceiling, model);
  }

  #happened(event: ProgressEvent): void {
    this.#state = progressed(this.#state, event, this.#options.clock.now());
    this.#tell();
  }

  #tell(): void {
    const { onProgress } = this.#options;
    if (onProgress === undefined || this.#isDeaf) return;
    try {
      // One that is async is not waited for, and may reject as often as it was called.
      Promise.resolve(onProgress(this.progress) as unknown).catch((error: unknown) => this.#deafen(error));
    } catch (error) {
      this.#deafen(error);
    }
  }

  #deafen(error: unknown): void {
    if (this.#isDeaf) return;
    this.#isDeaf = true;
    this.#options.warn(`onProgress failed, and is not called again: ${messageOf(error)}`);
  }
}

function spentBy(spending: Spending, prices: Prices): Spent {
  if (spending.by === "user") return spentByUser(spending.call, prices);
  return spending.trace === undefined ? unknown : spentByAgent(spending.trace, prices);
}
