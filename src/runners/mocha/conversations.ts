import { RehearsalError } from "../../errors.js";
import { withFrames } from "../../evaluation/assertion-error.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { MochaSuite, MochaTest } from "./contexts.js";
import type { DescribeSettings } from "./describe-options.js";
import { heldCases } from "./held-cases.js";
import { LookAhead } from "./look-ahead.js";
import { hasSelected, isSelected, type Selection } from "./selected-tests.js";

/** One trial of a golden, and what of mocha asserts it. */
export interface Entry {
  readonly golden: ConversationalGolden;
  /** From 1. */
  readonly trial: number;
  /** Its test, or with a body its suite. */
  runnable?: MochaTest | MochaSuite;
  attempt: number;
}

/** The conversations of a suite, each held when a test waits for it or for one before it. */
export class Conversations {
  readonly #suite: MochaSuite;
  readonly #ahead: LookAhead<Entry, readonly ConversationalTestCase[]>;
  readonly #entries: readonly Entry[];
  readonly #frames: string;
  #selection: Selection = {};

  /** To be made while mocha loads the file. `frames` are those of the user's call. */
  constructor(entries: readonly Entry[], suite: MochaSuite, settings: DescribeSettings, frames: string) {
    const { simulator, concurrency, maxUserSimulations, cassettes, journal, gate, earlyStop } = settings;
    this.#suite = suite;
    this.#entries = entries;
    this.#frames = frames;
    rootOf(suite).on("post-require", (_context, _file, mocha) => {
      this.#selection = mocha.options;
    });
    this.#ahead = new LookAhead({
      concurrency,
      // What runs far ahead of a gate would be for nothing once it is decided.
      ...(gate === undefined || !earlyStop ? {} : { ahead: concurrency - 1 }),
      wanted: () => this.selected(),
      start: async ({ golden, trial }, signal) => {
        const made = await simulator.simulate({
          conversationalGoldens: [golden],
          signal,
          ...((golden.trials ?? 1) === 1 ? {} : { trial }),
          ...(maxUserSimulations === undefined ? {} : { maxUserSimulations }),
          ...(cassettes === undefined ? {} : { cassettes }),
          ...(journal === undefined ? {} : { journal }),
        });
        return heldCases(made, golden, trial);
      },
    });
  }

  /** Those that mocha will run. Known from the first test on. */
  selected(): readonly Entry[] {
    return this.#entries.filter(({ runnable }) => this.willRun(runnable));
  }

  /** Whether mocha will run a test, or any of a suite: by then it has taken out of the tree what .only leaves out. */
  willRun(runnable: MochaTest | MochaSuite | undefined): boolean {
    const inTree = (list: readonly object[]) => runnable !== undefined && list.includes(runnable);
    if (inTree(this.#suite.tests)) return isSelected(runnable as MochaTest, this.#selection);
    return inTree(this.#suite.suites) && hasSelected(runnable as MochaSuite, this.#selection);
  }

  /** What is to be asserted of a trial. */
  async take(entry: Entry): Promise<readonly ConversationalTestCase[]> {
    try {
      return await this.#ahead.take(entry);
    } catch (error) {
      throw error instanceof RehearsalError ? withFrames(error, this.#frames) : error;
    }
  }

  /** A retry is a conversation of its own. */
  freshOnRetry(entry: Entry, test: MochaTest | undefined): void {
    const attempt = test?.currentRetry() ?? 0;
    if (attempt > 0 && attempt !== entry.attempt) this.#ahead.forget(entry);
    entry.attempt = attempt;
  }

  /** Nobody will ask for these any more. */
  drop(isDropped: (entry: Entry) => boolean, why: string): void {
    this.#ahead.drop(isDropped, new Error(why));
  }

  /** Ends what runs, and begins nothing more by itself. */
  abort(why: string): void {
    this.#ahead.abort(new Error(why));
  }
}

const rootOf = (suite: MochaSuite): MochaSuite => (suite.parent === undefined ? suite : rootOf(suite.parent));
