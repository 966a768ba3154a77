import type { Stage } from "../environment/stage.js";
import { conversationalTestCaseSchema, type ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { seal } from "../test-case/schema.js";
import { hasLate, noteConversation } from "../tracing/run/late-calls.js";
import { gotPastLate } from "./got-past.js";

/**
 * The test case of a conversation that is over, with what its agent went on to do since the last reply. `stage`: what
 * surrounded it, past which that may have been.
 */
export async function withLateCalls(testCase: ConversationalTestCase, stage?: Stage): Promise<ConversationalTestCase> {
  const { threadId } = testCase;
  if (threadId === undefined) return testCase;
  noteConversation(threadId, "over");
  if (!hasLate(threadId)) return testCase;
  const { afterLastReply } = await import("../tracing/run/after-last-reply.js");
  const changed = afterLastReply(testCase);
  if (changed === undefined) return testCase;
  const strayed = stage === undefined ? {} : gotPastLate(stage, testCase, changed.traces);
  return seal(conversationalTestCaseSchema, { ...testCase, ...changed, ...strayed });
}

/** From here on nothing is added to it, and nothing kept that could be. */
export function handOut(testCase: ConversationalTestCase): ConversationalTestCase {
  if (testCase.threadId !== undefined) noteConversation(testCase.threadId, "handed out");
  return testCase;
}
