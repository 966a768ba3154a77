import type { Failure } from "../test-case/failure.js";
import { knownCalls } from "../test-case/located-calls.js";
import { matcherSlip } from "../test-case/matcher-names.js";
import { isConversational, type MetricResult, type TestCase } from "../test-case/metric.js";
import { isSwitchedOff } from "../test-case/switched-off.js";
import { repliesOf } from "../test-case/agent-turns.js";
import { forCutOff } from "./cut-off.js";
import { silenceOf } from "./hollow-pass.js";
import { mayHaveForgotten } from "./resumed.js";
import type { CaseResult } from "./run-record.js";
import { forScript } from "./script-fault.js";
import { hasVote, isTrouble } from "./status.js";
import { faultsText, userFaultsIn } from "./user-faults-in.js";

export const blamedParties = ["agent", "user", "judge", "test", "infrastructure"] as const;
export type BlamedParty = (typeof blamedParties)[number];

/** Whose fault it is that a case did not pass. */
export interface Blame {
  /**
   * `user`: the simulated one. `test`: what is asserted can't be judged as golden and test are set up, whatever the agent
   * does, or a setting or code of the test ended the conversation before. `infrastructure`: what none of these answers for.
   */
  readonly party: BlamedParty;
  /** One sentence: why this one. */
  readonly reason: string;
}

type Judged = Pick<CaseResult, "verdict" | "metrics"> & { readonly testCase: TestCase };

/** What an agent must not do whatever its user says: no fault of the user excuses it. */
const unconditional: readonly string[] = ["forbiddenTools", "confirmBefore"];

/**
 * Whose fault it is that a case failed or could not be judged. Undefined: it passed, or was given up on purpose, or it
 * can't be told, as of an error that does not say whose it is.
 *
 * What an agent must never do is the agent's. Else what broke the conversation off is to blame for what then never
 * happened; else the simulated user, where a check found a fault of its own up to the turn that decided; else, where a
 * setting of the test cut it off, who `forCutOff` says; else the agent.
 */
export function blameFor({ verdict, metrics, testCase }: Judged): Blame | undefined {
  if (verdict === "failed")
    return forFailure(
      metrics.filter((it) => hasVote(it) && it.verdict === "failed"),
      testCase,
    );
  return verdict === "errored" ? forError(metrics.filter(isTrouble), testCase) : undefined;
}

function forFailure(failed: readonly MetricResult[], testCase: TestCase): Blame | undefined {
  const agent = (metric: MetricResult | undefined, why: string): Blame => ({
    party: "agent",
    reason: `${metric === undefined ? "What is asserted" : (metric.field ?? metric.name)} ${why}.`,
  });
  const firm = failed.find(({ field }) => field !== undefined && unconditional.includes(field));
  if (firm !== undefined) return agent(firm, "holds whatever the user says, and did not");
  const off = switchedOff(testCase);
  if (off !== undefined) return { party: "test", reason: off };
  const brokeOff = forBreak(testCase);
  // What is found in a turn was found, however the conversation ended.
  const found = failed.find(({ turn }) => turn !== undefined);
  if (brokeOff !== undefined && found === undefined) return brokeOff;
  // The first that failed decided: what the user did wrong after it excuses nothing.
  const decidedAt = Math.min(...failed.map(({ turn }) => turn ?? Infinity));
  const user = forUser(testCase, decidedAt);
  // An agent that is asked by another process may do wrong for no fault but that it has forgotten.
  if (user !== undefined || mayHaveForgotten(testCase, decidedAt)) return user;
  const why = "did not hold, and no fault of the simulated user was found";
  return forCutOff(failed, testCase) ?? agent(failed[0], why);
}

function forError(errored: readonly MetricResult[], testCase: TestCase): Blame | undefined {
  if (testCase.error !== undefined) return forBreak(testCase);
  const ofScript = forScript(testCase);
  if (ofScript !== undefined) return ofScript ?? undefined;
  if (neverSpoke(testCase)) return { party: "user", reason: "The simulated user ended it before the agent answered." };
  if (hungUpAtOnce(testCase)) return { party: "agent", reason: "The agent hung up before it had said anything." };
  const isForWant = errored.every(({ name, missing = [] }) => missing.length > 0 || name === "Must Communicate");
  const silence = isForWant ? silenceOf(testCase) : undefined;
  if (silence !== undefined) return { party: "agent", reason: silence };
  const unfit = switchedOff(testCase) ?? wrongTest(errored, testCase);
  if (unfit !== undefined) return { party: "test", reason: unfit };
  // What the test case lacks, no judge could have seen.
  const seen = errored.filter(({ missing = [] }) => missing.length === 0);
  const metric = seen.find(({ name }) => !byCode.has(name)) ?? seen[0];
  if (metric === undefined) return undefined;
  const { name, failure } = metric;
  if (byCode.has(name) && failure === undefined) return ofCode(metric);
  if (failure === undefined || isOwnFault(failure)) return { party: "judge", reason: `${name} could not be measured.` };
  if (failure === "aborted") return undefined;
  return { party: "infrastructure", reason: `${name} could not be measured: ${because[failure]}.` };
}

/** Of an expected call that the test itself kept from running comes nothing that could be right. */
function switchedOff(testCase: TestCase): string | undefined {
  const expected = new Set((testCase.expectedTools ?? []).filter((it) => it.optional !== true).map(({ name }) => name));
  const { calls } = knownCalls(testCase);
  const off = calls.find(({ call }) => expected.has(call.name) && isSwitchedOff(call));
  if (off === undefined || calls.some(({ call }) => call.name === off.call.name && call.executed !== false))
    return undefined;
  return `${off.call.name}, which expectedTools expects, was called, and the test kept it from running.`;
}

/** The names of the metrics that code alone decides: nobody judged there. */
const byCode: ReadonlySet<string> = new Set([
  ...["Budget", "Confirm Before", "Exact Match", "Forbidden Tools", "Json Correctness", "Must Communicate"],
  ...["Pattern Match", "Script", "State", "Tool Correctness"],
]);

/** What the conversation leaves open, at a turn or a call, is nobody's fault; what is open in any is the test's. */
function ofCode({ name, field = name, turn, call }: MetricResult): Blame | undefined {
  const isOpen = turn !== undefined || call !== undefined || name === "Must Communicate" || name === "Script";
  return isOpen ? undefined : { party: "test", reason: `${field} can't be judged as it is stated.` };
}

/** Why nothing could have been judged as the test is set up, in a sentence. */
function wrongTest(errored: readonly MetricResult[], testCase: TestCase): string | undefined {
  if (isConversational(testCase) && repliesOf(testCase).length === 0)
    return "The conversation holds no reply of the agent, which was never asked.";
  const slip = matcherSlip(testCase.expectedTools ?? []);
  if (slip !== undefined) return `expectedTools can't be compared: ${slip.message}`;
  const failures = isConversational(testCase) ? (testCase.replayedState?.failures ?? []) : [];
  if (failures[0] !== undefined) return `goldenActions can't be carried out: ${failures[0]}.`;
  const missing = new Set(errored.flatMap(({ missing: names = [] }) => names));
  if (errored.some(({ missing: names = [] }) => names.length === 0)) return undefined;
  return missing.size === 0 ? "Nothing is asserted." : `The test case does not hold ${[...missing].join(", ")}.`;
}

const because = {
  threw: "its code threw",
  no_reply: "its answer was none that can be used",
  timeout: "it was too late",
  provider: "a model or service that was asked refused or could not be reached",
  setup: "a key, a package, a recording or the wrapping of a tool is missing",
  aborted: "it gave up",
} as const satisfies Readonly<Record<Failure["kind"], string>>;

const names = {
  agent: "The agent",
  user: "The simulated user",
  controller: "The stopping controller",
  environment: "What the test surrounds the agent with",
  caller: "The caller",
  harness: "Rehearsal",
} as const satisfies Readonly<Record<Failure["party"], string>>;

/** Whether it is the fault of the party itself, and not of something that it asked or was to be given. */
const isOwnFault = (kind: Failure["kind"]): boolean => kind === "threw" || kind === "no_reply";

/** Who broke it off. Undefined: it did not break off, or it is not known who. */
function forBreak(testCase: TestCase): Blame | undefined {
  if (!isConversational(testCase) || testCase.failure === undefined) return undefined;
  const { endReason } = testCase;
  const { party, kind } = testCase.failure;
  // Whoever gave up, or a ceiling that did, knows why: it is no fault, and says nothing of the infrastructure.
  if (party === "caller") return undefined;
  // A controller is a part of the test: who takes its slip for the infrastructure's leaves the golden out of all rates.
  if (party === "controller" && kind === "no_reply")
    return {
      party: "judge",
      reason: testCase.error ?? `The judge of the stopping controller failed: ${because[kind]}.`,
    };
  if (party === "environment" || (party === "controller" && isOwnFault(kind)))
    return { party: "test", reason: testCase.error ?? `${names[party]} broke the conversation off: ${because[kind]}.` };
  // Which deadline it was: that of a turn, or of the whole conversation, of which others had taken their part.
  const reason =
    endReason?.by === "deadline"
      ? `${names[party]} was asked when time was up: ${endReason.reason}`
      : `${names[party]} broke the conversation off: ${because[kind]}.`;
  if (party === "agent" && isOwnFault(kind) && mayHaveForgotten(testCase, Infinity)) return undefined;
  const isOwn = isOwnFault(kind) || (kind === "timeout" && party === "agent");
  return { party: isOwn && (party === "agent" || party === "user") ? party : "infrastructure", reason };
}

/** The first fault of the simulated user that may have led to what was decided in a turn. */
function forUser(testCase: TestCase, decidedAt: number): Blame | undefined {
  if (!isConversational(testCase)) return undefined;
  const told = faultsText(userFaultsIn(testCase, decidedAt));
  return told === undefined ? undefined : { party: "user", reason: `${told}.` };
}

const neverSpoke = (testCase: TestCase): boolean =>
  isConversational(testCase) && repliesOf(testCase).length === 0 && testCase.endReason?.by === "user";

const hungUpAtOnce = (testCase: TestCase): boolean =>
  isConversational(testCase) && repliesOf(testCase).length === 0 && testCase.endReason?.by === "agent";
