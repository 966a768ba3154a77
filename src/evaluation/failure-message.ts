import { isConversational, type MetricResult } from "../test-case/metric.js";
import { askedAgain } from "./asked-again.js";
import { detailLines, SENTENCE } from "./detail-lines.js";
import { excerpt, neutralise } from "./neutralise.js";
import type { CaseResult } from "./run-record.js";
import { resumed } from "./resumed.js";
import { hasVote, isTrouble, nothingAsserted } from "./status.js";
import { transcript } from "./transcript.js";
import { userNote } from "./user-note.js";
import { whose } from "./whose.js";

/** Where the assertion stands, and how to see it again; what is not known is left out. */
export interface Whereabouts {
  /** `file:line:column` of the call. */
  readonly at?: string | undefined;
  /** The command that runs this test again. */
  readonly replay?: string | undefined;
}

/** The metric that decided: the first vote that failed, else the first that could not be measured. */
export const decisive = ({ metrics }: Pick<CaseResult, "metrics">): MetricResult | undefined =>
  metrics.find((metric) => hasVote(metric) && metric.verdict === "failed") ?? metrics.find(isTrouble);

/** Why a case did not pass, for a person: what, where, the conversation around it, what else, and how to repeat it. */
export function failureMessage(result: CaseResult, { at, replay }: Whereabouts = {}): string {
  const decided = result.verdict === "failed" || result.testCase.error === undefined ? decisive(result) : undefined;
  const parts = [
    [headline(result, decided)],
    // Where nothing was asserted the conversation is not what is wrong.
    nothingAsserted(result) ? [] : [...around(result, decided), ...detailsOf(decided)],
    others(result, decided),
    [
      ...blameOf(result),
      ...labelled("user:", userNote(result)),
      ...labelled("resumed:", resumed(result)),
      ...labelled("resumed:", askedAgain(result.testCase)),
      ...(isToldBy(replay, result) ? [] : [`golden:  ${origin(result)}`]),
      ...(replay === undefined ? [] : [`replay:  ${neutralise(replay)}`]),
      ...(at === undefined ? [] : [`at ${neutralise(at)}`]),
    ],
  ];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

function headline(result: CaseResult, decided: MetricResult | undefined): string {
  const { testCase, verdict, reason } = result;
  if (verdict === "failed" && decided !== undefined) return `${excerpt(decided.reason, SENTENCE)}${placeOf(decided)}`;
  if (testCase.error !== undefined) {
    const what = isConversational(testCase) ? "the conversation broke off" : "the agent failed";
    return `${what}: ${excerpt(testCase.error, SENTENCE)}`;
  }
  if (nothingAsserted(result)) return excerpt(reason, SENTENCE);
  const ofAgent = result.blame?.party === "agent" ? "" : ", which says nothing about the agent";
  return `an error${ofAgent}: ${excerpt(reason, SENTENCE)}`;
}

/** Two spaces and `(confirmBefore, turn 4, call 2)`; what the reason says already is not said again. */
function placeOf({ field, name, turn, call, reason }: MetricResult): string {
  const where = [
    field ?? name,
    ...(turn === undefined || reason.includes(`turn ${String(turn)}`) ? [] : [`turn ${String(turn)}`]),
    ...(call === undefined || reason.includes(`call ${String(call)}`) ? [] : [`call ${String(call)}`]),
  ];
  return `  (${where.map((part) => excerpt(part)).join(", ")})`;
}

/** The turn that decided and what led to it, from the user's last words on; else the end of the conversation. */
function around({ testCase, verdict }: CaseResult, decided: MetricResult | undefined): string[] {
  const isErrorTold = testCase.error !== undefined && !(verdict === "failed" && decided !== undefined);
  if (!isConversational(testCase)) return transcript(testCase, { call: decided?.call, isErrorTold });
  const { turns } = testCase;
  const turn = decided?.turn;
  if (turn === undefined || turns[turn - 1] === undefined) {
    const from = Math.max(1, turns.length - 3);
    const earlier = from === 1 ? [] : [`  … ${String(from - 1)} earlier ${from === 2 ? "turn" : "turns"}`];
    return [...earlier, ...transcript(testCase, { from, isErrorTold })];
  }
  const said = turns.slice(0, turn - 1).findLastIndex(({ role }) => role === "user");
  return transcript(testCase, { turn, call: decided?.call, from: Math.max(1, said + 1, turn - 2), to: turn });
}

const detailsOf = (metric: MetricResult | undefined): string[] => [
  ...detailLines(metric?.details ?? []).map((line) => `  ${line}`),
  ...(metric?.missing === undefined || metric.missing.length === 0
    ? []
    : [`  not found in the test case: ${metric.missing.map((name) => excerpt(name)).join(", ")}`]),
];

function others({ metrics, notYetAsserted }: CaseResult, decided: MetricResult | undefined): string[] {
  const rest = metrics.filter((metric) => metric !== decided);
  const line = (metric: MetricResult) => `  ${excerpt(metric.reason, SENTENCE)}${placeOf(metric)}`;
  const named = ({ name, reason }: MetricResult) => `  ${excerpt(name)}: ${excerpt(reason, SENTENCE)}`;
  const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  const failed = rest.filter(({ verdict }) => verdict === "failed");
  return [
    ...section("also failed:", failed.filter(hasVote).map(line)),
    ...section("failed without a vote:", failed.filter((metric) => !hasVote(metric)).map(line)),
    ...section("could not be measured:", rest.filter(({ verdict }) => verdict === "errored").map(named)),
    ...(notYetAsserted.length === 0
      ? []
      : [`not asserted by this version: ${excerpt(notYetAsserted.join(", "), SENTENCE)}`]),
  ];
}

const blameOf = ({ blame }: CaseResult): string[] =>
  blame === undefined ? [] : [`blame:   ${whose(blame.party)}. ${excerpt(blame.reason, SENTENCE)}`];

const labelled = (label: string, text: string | undefined): string[] =>
  text === undefined ? [] : [`${label.padEnd(9)}${excerpt(text, SENTENCE)}`];

/** Whether the command names the golden already; it cannot name a trial. */
const isToldBy = (replay: string | undefined, { name, goldenId = name, trial = 1 }: CaseResult): boolean =>
  replay?.includes(goldenId) === true && trial === 1;

function origin({ name, trial, testCase }: CaseResult): string {
  const seed = isConversational(testCase) ? testCase.seed : undefined;
  const parts = [
    excerpt(name),
    ...(trial === undefined ? [] : [`trial ${String(trial)}`]),
    ...(seed === undefined ? [] : [`seed ${excerpt(seed)}`]),
  ];
  return parts.join(", ");
}
