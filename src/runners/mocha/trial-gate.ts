import { near } from "../../evaluation/caller-frames.js";
import { gateError } from "../../evaluation/gate-error.js";
import { gateText, type Gate } from "../../evaluation/gate.js";
import { gateOutcome } from "../../evaluation/gate-outcome.js";
import { gateState, type Planned } from "../../evaluation/gate-state.js";
import { notHeldText } from "../../evaluation/gate-message.js";
import { excerpt, neutralise } from "../../evaluation/neutralise.js";
import { mochaCommand } from "../../evaluation/replay.js";
import type { CaseResult } from "../../evaluation/run-record.js";
import { isCounted } from "../../evaluation/status.js";
import { trialOutcome } from "../../evaluation/trial-outcome.js";
import { whose } from "../../evaluation/whose.js";
import { isConversational } from "../../test-case/metric.js";
import type { MochaTest } from "./contexts.js";
import type { Conversations, Entry } from "./conversations.js";
import { mochaGlobals } from "./mocha-globals.js";

export interface TrialGateOptions {
  readonly gate: Gate;
  readonly maxInfrastructureShare: number;
  readonly earlyStop: boolean;
  readonly conversations: Conversations;
  /** Of the user's call. */
  readonly frames: string;
}

/**
 * Counts what comes of the trials of a suite, until its gate is decided, and asserts the gate in a test of its own. Flaky
 * goldens are none of its business: their failures fail nothing anyway.
 */
export class TrialGate {
  readonly #options: TrialGateOptions;
  readonly #results = new Map<Entry, readonly CaseResult[]>();
  readonly #notHeld = new Set<Entry>();
  /** What came of the trials that it excuses, a line each. */
  readonly #excused = new Map<Entry, string>();
  #test: MochaTest | undefined;
  #planned: Planned | undefined;
  #isDecided = false;
  /** Runs the first trial again that is against the gate. */
  #replay: string | undefined;

  constructor(options: TrialGateOptions) {
    this.#options = options;
  }

  /** Defines the gate's test: after those of the trials. */
  define(): void {
    const { gate, frames, maxInfrastructureShare } = this.#options;
    this.#test = mochaGlobals().it(`gate: ${gateText(gate)}`, async () => {
      const results = this.#counted();
      const options = { seed: seedOf(results), maxInfrastructureShare, planned: this.#plan() };
      const outcome = gateOutcome(gate, results, options);
      if (outcome.verdict === "passed") return this.#tell();
      throw gateError({ outcome, results, notHeld: this.#notHeld.size, replay: this.#replay }, frames);
    });
  }

  /** Whether the gate's own test will run: where --grep picks a trial alone, nobody else would tell that it fails. */
  isAsked(): boolean {
    return this.#options.conversations.willRun(this.#test);
  }

  /** Whether no trial to come can change what comes of the gate. */
  isDecided(): boolean {
    return this.#isDecided;
  }

  /** Notes that a trial is not held, and says so. */
  leaveOut(entry: Entry): string {
    this.#notHeld.add(entry);
    return "not held, the gate is decided";
  }

  /**
   * Counts what a trial comes to. Resolves to what is to be said of it, if the gate excuses it; rejects with what can't
   * be excused: that it could not be judged.
   */
  async count(
    entry: Entry,
    test: MochaTest | undefined,
    judge: () => Promise<readonly CaseResult[]>,
  ): Promise<string | undefined> {
    // Of an earlier attempt.
    this.#results.delete(entry);
    this.#excused.delete(entry);
    const { results, error } = await judged(judge);
    this.#results.set(entry, results);
    const amiss = results.find((result) => trialOutcome(result) !== "success");
    if (amiss !== undefined) this.#replay ??= replayOf(amiss, test);
    // It may be tried again, so nothing is decided by it.
    if (error !== undefined && !results.every(isCounted)) throw error;
    this.#decide();
    if (amiss === undefined) return undefined;
    this.#excused.set(entry, `${neutralise(test?.title ?? entry.golden.id)}: ${told(amiss)}`);
    return told(amiss);
  }

  /** What nobody would else see, since no reporter prints it: as with flaky goldens, by a warning of the process. */
  #tell(): void {
    const notHeld = this.#notHeld.size === 0 ? [] : [notHeldText(this.#notHeld.size)];
    const lines = [...this.#excused.values(), ...notHeld];
    if (lines.length === 0) return;
    const suite = `${neutralise(this.#test?.fullTitle() ?? "")}, which passed, excuses or leaves out:`;
    process.emitWarning([suite, ...lines.map((line) => `  ${line}`)].join("\n"), {
      type: "TrialWarning",
      code: "REHEARSAL_TRIAL",
    });
  }

  #decide(): void {
    const results = this.#counted();
    const { gate, conversations, earlyStop } = this.#options;
    if (!earlyStop || this.#isDecided || gateState(gate, results, this.#plan(), seedOf(results)) === "open") return;
    this.#isDecided = true;
    conversations.drop(({ golden }) => golden.flaky !== true, "the gate is decided");
  }

  #counted(): readonly CaseResult[] {
    return [...this.#results.values()].flat();
  }

  /** The trials that mocha will run, by golden. */
  #plan(): Planned {
    if (this.#planned !== undefined) return this.#planned;
    const planned = new Map<string, number>();
    for (const { golden } of this.#options.conversations.selected()) {
      if (golden.flaky !== true) planned.set(golden.id, (planned.get(golden.id) ?? 0) + 1);
    }
    return (this.#planned = planned);
  }
}

/** The results, also those that an assertion throws, with what it threw. */
async function judged(
  judge: () => Promise<readonly CaseResult[]>,
): Promise<{ readonly results: readonly CaseResult[]; readonly error?: Error }> {
  try {
    return { results: await judge() };
  } catch (error) {
    if (!(error instanceof Error) || !("result" in error)) throw error;
    return { results: [error.result as CaseResult], error };
  }
}

/** `failed by the simulated user, never said "$59.90"`. */
function told(result: CaseResult): string {
  const { verdict, blame, reason } = result;
  const by = blame === undefined ? "" : ` by ${blame.party === "infrastructure" ? "" : "the "}${whose(blame.party)}`;
  return `${verdict}${by}, ${excerpt(reason, 160)}`;
}

function replayOf({ testCase }: CaseResult, test: MochaTest | undefined): string | undefined {
  if (test?.file === undefined) return undefined;
  const seed = isConversational(testCase) ? testCase.seed : undefined;
  return mochaCommand({ file: near(test.file, process.cwd()), title: test.fullTitle(), seed });
}

function seedOf([first]: readonly CaseResult[]): string {
  const testCase = first?.testCase;
  return (testCase !== undefined && isConversational(testCase) ? testCase.seed : undefined) ?? "0";
}
