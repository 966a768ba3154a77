import { RehearsalError } from "../../errors.js";
import { assertWith } from "../../evaluation/assert-test.js";
import { withFrames } from "../../evaluation/assertion-error.js";
import { callerFrames } from "../../evaluation/caller-frames.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { MochaGlobals, MochaSuite, MochaTest } from "./contexts.js";
import { describeSettings, type DescribeGoldensOptions, type DescribeSettings } from "./describe-options.js";
import { goldenList, type Goldens } from "./golden-list.js";
import { LookAhead } from "./look-ahead.js";
import { DEFAULT_TIMEOUT } from "./mocha-hooks.js";
import { MOCHAS_DEFAULT } from "./raise-timeouts.js";
import { hasSelected, isSelected, type Selection } from "./selected-tests.js";

/** Defines the tests of a golden. `conversation` holds its conversation once, however many of them ask for it. */
export type DescribeGolden = (
  golden: ConversationalGolden,
  conversation: () => Promise<ConversationalTestCase>,
) => void;

interface Entry {
  readonly golden: ConversationalGolden;
  /** Its test, or with a body its suite. */
  runnable?: MochaTest | MochaSuite;
  attempt: number;
}

type Conversations = LookAhead<Entry, readonly ConversationalTestCase[]>;

/**
 * A mocha suite with one test for each golden, which simulates it and asserts everything that it states; with a body, a
 * suite for each golden, whose tests the body defines. mocha runs tests one by one: while one waits for its conversation,
 * those of the next tests run already, but none that --grep, .only or .skip leaves out. A retry holds a new conversation.
 *
 * @example
 * describeGoldens("refunds", dataset, { agent });
 */
export function describeGoldens(
  name: string,
  goldens: Goldens,
  options: DescribeGoldensOptions,
  body?: DescribeGolden,
): void {
  const frames = callerFrames(describeGoldens);
  const { describe, after } = mochaGlobals();
  const settings = describeSettings(options, body !== undefined);
  const entries = goldenList(goldens).map((golden): Entry => ({ golden, attempt: 0 }));
  describe(name, function () {
    if (this.timeout() === MOCHAS_DEFAULT) this.timeout(DEFAULT_TIMEOUT);
    const conversations = conversationsOf(entries, this, settings);
    for (const entry of entries) {
      if (body === undefined) assertAll(entry, conversations, settings, frames);
      else defineTests(entry, conversations, body, frames);
    }
    // With --bail, or where the user's own hook failed, conversations may be running that nobody will ask for.
    after(() => conversations.abort(new Error("the suite has ended")));
  });
}

function mochaGlobals(): MochaGlobals {
  const globals = globalThis as unknown as Partial<MochaGlobals>;
  if (typeof globals.describe === "function" && typeof globals.it === "function") return globals as MochaGlobals;
  throw new RehearsalError(
    "missing_setting",
    "describeGoldens defines tests of mocha: call it in a file that mocha runs",
  );
}

function conversationsOf(entries: readonly Entry[], suite: MochaSuite, settings: DescribeSettings): Conversations {
  let selection: Selection = {};
  rootOf(suite).on("post-require", (_context, _file, mocha) => {
    selection = mocha.options;
  });
  // By the time of the first test mocha has taken out of the tree what .only leaves out.
  const runs = ({ runnable }: Entry): boolean => {
    const inTree = (list: readonly object[]) => runnable !== undefined && list.includes(runnable);
    if (inTree(suite.tests)) return isSelected(runnable as MochaTest, selection);
    return inTree(suite.suites) && hasSelected(runnable as MochaSuite, selection);
  };
  const { simulator, concurrency, maxUserSimulations } = settings;
  return new LookAhead({
    concurrency,
    wanted: () => entries.filter(runs),
    start: async ({ golden }, signal) =>
      simulator.simulate({
        conversationalGoldens: [golden],
        signal,
        ...(maxUserSimulations === undefined ? {} : { maxUserSimulations }),
      }),
  });
}

const rootOf = (suite: MochaSuite): MochaSuite => (suite.parent === undefined ? suite : rootOf(suite.parent));

/** A retry is a conversation of its own. */
function freshOnRetry(entry: Entry, conversations: Conversations, test: MochaTest | undefined): void {
  const attempt = test?.currentRetry() ?? 0;
  if (attempt > 0 && attempt !== entry.attempt) conversations.forget(entry);
  entry.attempt = attempt;
}

function assertAll(entry: Entry, conversations: Conversations, { metrics }: DescribeSettings, frames: string): void {
  entry.runnable = mochaGlobals().it(entry.golden.id, async function () {
    freshOnRetry(entry, conversations, this.test);
    const testCases = await conversations.take(entry);
    for (const testCase of testCases) await assertWith({ testCase, ...(metrics && { metrics }) }, frames);
  });
}

function defineTests(entry: Entry, conversations: Conversations, body: DescribeGolden, frames: string): void {
  const { golden } = entry;
  const { describe, beforeEach } = mochaGlobals();
  if ((golden.trials ?? 1) > 1) {
    const what = `golden ${golden.id} has ${String(golden.trials)} trials, and a body gets one conversation`;
    throw new RehearsalError("invalid_input", `describeGoldens: ${what}; leave the body out, or the trials`);
  }
  entry.runnable = describe(golden.id, function () {
    beforeEach(function () {
      freshOnRetry(entry, conversations, this.currentTest);
    });
    body(golden, async () => whole((await conversations.take(entry))[0], golden, frames));
  });
}

/** A conversation that broke off is no ground for any assertion: what did not happen may have been to come. */
function whole(testCase: ConversationalTestCase | undefined, { id }: ConversationalGolden, frames: string) {
  if (testCase !== undefined && testCase.error === undefined) return testCase;
  const why = testCase?.error ?? "the simulator returned no test case";
  throw withFrames(new RehearsalError("agent_failed", `the conversation of golden ${id} broke off: ${why}`), frames);
}
