import { happenedTurns } from "../test-case/agent-turns.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { knownCalls } from "../test-case/located-calls.js";
import { isConversational, type MetricResult, type TestCase } from "../test-case/metric.js";
import { hasVote } from "./status.js";
import { faultText, userFaultsIn, type UserFault } from "./user-faults-in.js";

/**
 * What its simulated user did that makes a case which passed show nothing: it did not hold the conversation, and what holds
 * of it is only what holds of any in which nothing happens. Undefined: it shows something.
 */
export function hollowPass(testCase: TestCase, metrics: readonly MetricResult[]): UserFault | undefined {
  if (!isConversational(testCase) || metrics.some((metric) => shows(metric, testCase))) return undefined;
  return userFaultsIn(testCase, Infinity).find((fault) => isDecisive(fault, testCase));
}

export const hollowText = (fault: UserFault): string =>
  `${faultText(fault)}; nothing is asserted that had to happen, so the conversation shows nothing of the agent`;

/** What a user does who plays somebody else, or nobody. Who leaves a question open has held it, unless it said but one line. */
function isDecisive({ kind }: UserFault, testCase: ConversationalTestCase): boolean {
  if (kind === "left") return happenedTurns(testCase).filter(({ turn }) => turn.role === "user").length < 2;
  return kind === "role_flip" || kind === "off_goal" || kind === "empty";
}

/** What holds of any conversation in which nothing happens. */
const ofNothing: ReadonlySet<string> = new Set(["Budget", "Confirm Before", "Forbidden Tools", "Json Correctness"]);

/** Whether it tells that something happened which had to. */
function shows(metric: MetricResult, testCase: ConversationalTestCase): boolean {
  const { name } = metric;
  if (!hasVote(metric) || metric.verdict !== "passed" || ofNothing.has(name)) return false;
  if (name === "Tool Correctness" || name === "State") return knownCalls(testCase).calls.length > 0;
  const { mustCommunicate = [], mustNotCommunicate = [] } = testCase;
  return name !== "Must Communicate" || mustCommunicate.length > 0 || mustNotCommunicate.length === 0;
}
