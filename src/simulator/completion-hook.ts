import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { Abandonment } from "./abandonment.js";
import { attempt, type Outcome } from "./attempt.js";
import type { Clock } from "./clock.js";
import { describeThrown } from "./thrown.js";

export type OnSimulationComplete = (testCase: ConversationalTestCase, index: number) => void | Promise<void>;

export interface HookOptions {
  readonly clock: Clock;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The caller's: once one has fired, a call may take no longer than five seconds more. */
  readonly signals?: readonly (AbortSignal | undefined)[];
  /** Listens to them, among others. */
  readonly abandonment?: Abandonment;
  readonly warn?: ((message: string) => void) | undefined;
}

/** Time to save a result, and no more than somebody waits who has given up. */
const GRACE_MS = 5000;

/** The caller's `onSimulationComplete`: called for each conversation, waited for at the end, and never fatal. */
export class CompletionHook {
  readonly #hook: OnSimulationComplete | undefined;
  readonly #options: HookOptions;
  readonly #calls: Promise<void>[] = [];
  readonly #failures: string[] = [];
  /** A hook that saves results is to finish that even where the caller has given up on the conversations. */
  readonly #abandonment: Abandonment;
  readonly #patience = new AbortController();
  readonly #stop: () => void;

  constructor(hook: OnSimulationComplete | undefined, options: HookOptions) {
    this.#hook = hook;
    this.#options = options;
    this.#abandonment = new Abandonment([this.#patience.signal]);
    this.#stop = this.#loseItAfter(options);
  }

  call(testCase: ConversationalTestCase, index: number): void {
    const hook = this.#hook;
    if (hook === undefined) return;
    const { clock, timeoutMs } = this.#options;
    const called = attempt(() => hook(testCase, index), { clock, dueInMs: timeoutMs, abandonment: this.#abandonment });
    this.#calls.push(Promise.resolve(called).then((outcome) => this.#note(outcome, testCase)));
  }

  /** Resolves when all calls have; tells of those that failed in one warning. */
  async settled(): Promise<void> {
    await Promise.all(this.#calls);
    this.#stop();
    const [first] = this.#failures;
    if (first === undefined) return;
    const times = `${String(this.#failures.length)} of ${String(this.#calls.length)} times`;
    const { warn = warnProcess } = this.#options;
    warn(`onSimulationComplete failed ${times}; no result is lost. First: ${first}`);
  }

  /** Gives up on all calls some time after the caller has given up on the run. */
  #loseItAfter({ signals = [], abandonment, clock }: HookOptions): () => void {
    let cancel: (() => void) | undefined;
    const look = (): void => {
      if (!signals.some((signal) => signal?.aborted === true)) return;
      cancel ??= clock.setTimeout(() => this.#patience.abort(new Error("the run was aborted")), GRACE_MS);
    };
    look();
    abandonment?.on(look);
    return () => {
      cancel?.();
      abandonment?.off(look);
      this.#abandonment.dispose();
    };
  }

  #note(outcome: Outcome<void>, { goldenId = "", trial = 1 }: ConversationalTestCase): void {
    if (outcome.type === "done") return;
    const what =
      outcome.type === "threw"
        ? describeThrown(outcome.thrown)
        : outcome.type === "aborted"
          ? `it had not settled ${String(GRACE_MS)} ms after the run was aborted`
          : `it did not settle within ${String(this.#options.timeoutMs)} ms`;
    this.#failures.push(`golden "${goldenId}", trial ${String(trial)}: ${what}`);
  }
}

export const warnProcess = (message: string): void => process.emitWarning(message, { type: "RehearsalWarning" });
