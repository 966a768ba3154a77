import { RehearsalError } from "../../errors.js";
import { withFrames } from "../../evaluation/assertion-error.js";
import { callerFrames } from "../../evaluation/caller-frames.js";
import { excerpt, neutralise } from "../../evaluation/neutralise.js";
import { addPending } from "../../evaluation/pending-assertions.js";
import { WatchedPromise } from "../../evaluation/watched-promise.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { MochaSuite } from "./contexts.js";
import type { Conversations, Entry } from "./conversations.js";
import { mochaGlobals } from "./mocha-globals.js";
import { tellConversation } from "./tell-conversation.js";

/** Defines the tests of a golden. `conversation` holds its conversation once, however many of them ask for it. */
export type DescribeGolden = (
  golden: ConversationalGolden,
  conversation: () => Promise<ConversationalTestCase>,
) => void;

/** Defines the suite of a golden, whose tests the user's body defines. */
export function defineBody(entry: Entry, conversations: Conversations, body: DescribeGolden, frames: string): void {
  const { golden } = entry;
  const { describe, beforeEach, afterEach, after } = mochaGlobals();
  const id = neutralise(golden.id);
  if ((golden.trials ?? 1) > 1) {
    const what = `golden ${id} has ${String(golden.trials)} trials, and a body gets one conversation`;
    throw wrong(`${what}; leave the body out, or the trials`);
  }
  entry.runnable = describe(id, function () {
    const seen: { passed: boolean; asked: boolean; testCase?: ConversationalTestCase } = {
      passed: false,
      asked: false,
    };
    beforeEach(function () {
      conversations.freshOnRetry(entry, this.currentTest);
    });
    afterEach(function () {
      const test = this.currentTest;
      seen.passed ||= test?.state === "passed";
      if (test?.state === "failed" && seen.testCase !== undefined) tellConversation(test, seen.testCase);
    });
    after(() => {
      if (seen.passed && !seen.asked)
        throw withFrames(nothingAsserted(id, "no test asked for the conversation"), frames);
    });
    const conversation = (): Promise<ConversationalTestCase> => {
      seen.asked = true;
      const called = callerFrames(conversation);
      const promise = conversations.take(entry).then(([testCase]) => (seen.testCase = whole(testCase, id, frames)));
      return WatchedPromise.watch(promise, addPending({ call: "await conversation()", frames: called, promise }));
    };
    const returned: unknown = body(golden, conversation);
    if (returned instanceof Promise) {
      throw wrong("the body must define its tests at once, and is async: await in the tests, or in before()");
    }
    if (!hasTests(this)) throw nothingAsserted(id, "its body defines no test");
  });
}

const wrong = (what: string): RehearsalError => new RehearsalError("invalid_input", `describeGoldens: ${what}`);

const nothingAsserted = (id: string, why: string): RehearsalError =>
  new RehearsalError("nothing_asserted", `describeGoldens: nothing was asserted of golden ${id}: ${why}`);

const hasTests = ({ tests, suites }: MochaSuite): boolean => tests.length > 0 || suites.some(hasTests);

/** A conversation that broke off is no ground for any assertion: what did not happen may have been to come. */
function whole(testCase: ConversationalTestCase | undefined, id: string, frames: string): ConversationalTestCase {
  if (testCase !== undefined && testCase.error === undefined) return testCase;
  const why = excerpt(testCase?.error ?? "the simulator returned no test case", 1000);
  throw withFrames(new RehearsalError("agent_failed", `the conversation of golden ${id} broke off: ${why}`), frames);
}
