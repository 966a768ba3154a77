import { assertWith } from "../../evaluation/assert-with.js";
import { currentTest, setCurrentTest } from "../../evaluation/current-test.js";
import { neutralise } from "../../evaluation/neutralise.js";
import type { CaseResult } from "../../evaluation/run-record.js";
import type { MochaTest, TestContext } from "./contexts.js";
import type { Conversations, Entry } from "./conversations.js";
import type { DescribeSettings } from "./describe-options.js";
import { mochaGlobals } from "./mocha-globals.js";
import type { TrialGate } from "./trial-gate.js";

interface Asserting {
  readonly conversations: Conversations;
  readonly settings: DescribeSettings;
  readonly gate: TrialGate | undefined;
  readonly frames: string;
}

/** Defines the test of one trial: it asserts all that the golden states, or with a gate counts for that. */
export function assertTrial(entry: Entry, { conversations, settings, gate, frames }: Asserting): void {
  const { golden, trial } = entry;
  const { metrics } = settings;
  const title = (golden.trials ?? 1) === 1 ? golden.id : `${golden.id} #${String(trial)}`;
  const judge = async (): Promise<CaseResult[]> => {
    const results: CaseResult[] = [];
    for (const testCase of await conversations.take(entry)) {
      results.push(await assertWith({ testCase, ...(metrics && { metrics }) }, frames));
    }
    return results;
  };
  entry.runnable = mochaGlobals().it(neutralise(title), async function () {
    const { test } = this;
    conversations.freshOnRetry(entry, test);
    await named(test, async () => {
      if (gate === undefined || golden.flaky === true || !gate.isAsked()) await judge();
      else await counted(this, gate, entry, judge);
    });
  });
}

/** Has a gate count what comes of a trial. mocha shows as pending, with its reason, what the gate excuses. */
async function counted(
  context: TestContext,
  gate: TrialGate,
  entry: Entry,
  judge: () => Promise<readonly CaseResult[]>,
): Promise<void> {
  const aside = gate.isDecided() ? gate.leaveOut(entry) : await gate.count(entry, context.test, judge);
  if (aside === undefined) return;
  // A title that told it would be another one in each run. Reporters that print an error of a pending test have it here.
  if (context.test !== undefined) context.test.err = Object.assign(new Error(aside), { stack: aside });
  context.skip();
}

/** Failures name the test, also where the root hooks are not there to say which one runs. */
async function named(test: MochaTest | undefined, work: () => Promise<void>): Promise<void> {
  if (test === undefined || currentTest() !== undefined) return work();
  setCurrentTest({ fullTitle: test.fullTitle(), file: test.file });
  try {
    await work();
  } finally {
    setCurrentTest(undefined);
  }
}
