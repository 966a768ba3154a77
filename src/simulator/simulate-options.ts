import type { AnyGolden } from "../golden/any-golden.js";
import type { ConversationalGoldenInput } from "../golden/conversational-golden.js";
import type { CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import type { OnSimulationComplete } from "./completion-hook.js";
import type { Prices } from "./ceiling/prices.js";
import type { JournalOptions } from "./journal/journal-option.js";
import type { OnProgress } from "./progress/run-watch.js";

export interface SimulateOptions {
  /**
   * What to simulate, parsed or as written; the `goldens` of a dataset will do, if all are conversations. A golden with
   * `trials` is held that often.
   */
  readonly conversationalGoldens: readonly (AnyGolden | ConversationalGoldenInput)[];
  /**
   * Which trial of each golden to hold, from 1: it alone, and just as among all of them, since chance hangs on seed,
   * golden and trial. Default: all trials that the golden states.
   */
  readonly trial?: number;
  /**
   * The most user turns that are generated in a conversation; turns of the golden are free. Default: 10, and a script is
   * said to its end (`ScriptedUser` with lines, `ScriptedScenario` without an unbounded `proceed`, goldens with a script).
   */
  readonly maxUserSimulations?: number;
  /**
   * Called once for each conversation as it ends, in any order; `index` is its place in the result. If it throws or
   * rejects, that is told by a warning of the process and no result is lost.
   */
  readonly onSimulationComplete?: OnSimulationComplete;
  /**
   * Keeps every finished turn in files of this directory, as soon as it is finished. Conversations that are there
   * already are not held again, and those that a killed process left unfinished go on where they stopped: the agent is
   * given the turns so far, and what it kept in the memory of its process is gone. Default: nothing is kept.
   */
  readonly journal?: string | JournalOptions;
  /**
   * Records what the models of the run (the simulated user's, decision model, judge) and whatever else is wrapped in
   * `withCassette` answer, in a file for each golden of this directory, or replays it: a run without key, cost or network, that says the same twice. `mode`:
   * `"record"`, `"replay"`, `"auto"` (replays what is there and records the rest) or `"off"`. A turn that was late is late again at once. Default: nothing is recorded;
   * for `mode` the environment's `REHEARSAL_CASSETTE`, else `"auto"`.
   */
  readonly cassettes?: string | CassetteDirectoryOptions;
  /** Ends the conversations of this call. */
  readonly signal?: AbortSignal;
  /**
   * The most tokens, of the agent (as traced) and of the models that play the user, judge and decide, for the whole run; with
   * a journal, those of an earlier process count too, and what a cassette answers counts as when it was recorded. Once they are spent nothing more is asked: replies under way are waited for
   * and kept, and conversations that are not finished end with `endReason.by` `"abort"`, so that with a journal they go
   * on when it is taken up again under a higher ceiling. Tokens that nobody recorded can't be counted, which is told by
   * a warning. Default: no ceiling.
   */
  readonly maxTokens?: number;
  /**
   * The same for the cost, by `prices`, or as spans state it. In the currency of the table. What a cassette answers in place of
   * such a model costs nothing, so that a replay goes on where this stopped the recorded run. Default: no ceiling.
   */
  readonly maxCost?: number;
  /**
   * What models cost, by the name that the provider gives them. Costs that spans state are in US dollars and count only
   * for models that are not in it. Default: empty, so that only such costs are known.
   */
  readonly prices?: Prices;
  /** Called at everything that happens, for a view of your own. If it throws, that is a warning. Default: nobody is told. */
  readonly onProgress?: OnProgress;
  /**
   * Whether progress is shown on standard error: as a line that is written over on a terminal, as a line every ten
   * seconds elsewhere. Default: on a terminal, unless a test runner or CI is at work or `onProgress` is given.
   */
  readonly showIndicator?: boolean;
}

/** Their names. */
export const simulateOptions = [
  "conversationalGoldens",
  "trial",
  "maxUserSimulations",
  "onSimulationComplete",
  "journal",
  "cassettes",
  "signal",
  "maxTokens",
  "maxCost",
  "prices",
  "onProgress",
  "showIndicator",
] as const satisfies readonly (keyof SimulateOptions)[];
