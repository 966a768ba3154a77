import { happenedTurns, repliesOf } from "../test-case/agent-turns.js";
import { isSmallTalk } from "../simulator/users/user-faults/small-talk.js";
import { counted } from "../test-case/counted.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { knownCalls } from "../test-case/located-calls.js";
import { isConversational, type MetricResult, type TestCase } from "../test-case/metric.js";
import type { Blame } from "./blame.js";
import { hasVote } from "./status.js";
import { faultText, userFaultsIn, type UserFault } from "./user-faults-in.js";

/**
 * Who made a case which passed show nothing: its agent said nothing, or its simulated user did not hold the conversation,
 * and what holds of it is only what holds of any in which nothing happens. Undefined: it shows something.
 */
export function hollowPass(testCase: TestCase, metrics: readonly MetricResult[]): Blame | undefined {
  if (!isConversational(testCase) || showsSomething(testCase, metrics)) return undefined;
  const silence = silenceOf(testCase);
  if (silence !== undefined) return { party: "agent", reason: silence };
  const fault = userFaultsIn(testCase, Infinity).find((each) => isDecisive(each, testCase));
  return fault === undefined ? undefined : { party: "user", reason: `${faultText(fault)}.` };
}

export const hollowText = ({ reason }: Blame): string =>
  `${reason.replace(/\.$/, "")}; nothing is asserted that had to happen, so the conversation shows nothing of the agent`;

/** That an agent said nothing and did nothing whenever it was asked, in a sentence. Undefined: it did, or was never heard. */
export function silenceOf(testCase: TestCase): string | undefined {
  if (!isConversational(testCase)) return undefined;
  const replies = repliesOf(testCase);
  const isSilent = replies.every((reply) =>
    reply.every(({ turn: { content, audio } }) => content.trim() === "" && audio === undefined),
  );
  if (replies.length === 0 || !isSilent || knownCalls(testCase).calls.length > 0) return undefined;
  return `The agent answered without a word ${replies.length === 1 ? "" : `all ${counted(replies.length, "time")} `}that it was asked.`;
}

/**
 * What a user does who plays somebody else, or nobody. Who leaves a question open has held it, unless it said but one line
 * and its greetings and goodbyes.
 */
function isDecisive({ kind }: UserFault, testCase: ConversationalTestCase): boolean {
  if (kind === "left") {
    const lines = happenedTurns(testCase).filter(({ turn }) => turn.role === "user" && !isSmallTalk(turn.content));
    return lines.length < 2;
  }
  return kind === "role_flip" || kind === "off_goal" || kind === "empty";
}

/** Whether anything that is asserted tells that something happened which had to. */
export const showsSomething = (testCase: TestCase, metrics: readonly MetricResult[]): boolean =>
  metrics.some((metric) => shows(metric, testCase));

/** What holds of any conversation in which nothing happens. */
const ofNothing: ReadonlySet<string> = new Set(["Budget", "Confirm Before", "Forbidden Tools", "Json Correctness"]);

function shows(metric: MetricResult, testCase: TestCase): boolean {
  const { name } = metric;
  if (!hasVote(metric) || metric.verdict !== "passed" || ofNothing.has(name)) return false;
  const hasCalls = (): boolean => knownCalls(testCase).calls.length > 0;
  if (name === "Tool Correctness") return hasCalls();
  // A world is as it should be, too, where nothing was to change in it and nothing was done.
  if (name === "State") return (isConversational(testCase) ? testCase.stateChanged : undefined) ?? hasCalls();
  const { mustCommunicate = [], mustNotCommunicate = [] } = testCase;
  return name !== "Must Communicate" || mustCommunicate.length > 0 || mustNotCommunicate.length === 0;
}
