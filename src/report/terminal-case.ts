import { askedAgain } from "../evaluation/asked-again.js";
import { cutOffNote } from "../evaluation/cut-off.js";
import { resumed } from "../evaluation/resumed.js";
import { userNote } from "../evaluation/user-note.js";
import { whose } from "../evaluation/whose.js";
import { detailLines, SENTENCE } from "../evaluation/detail-lines.js";
import { excerpt, neutralise } from "../evaluation/neutralise.js";
import type { CaseResult } from "../evaluation/run-record.js";
import type { MetricResult, Verdict } from "../test-case/metric.js";
import { caseSize } from "./case-size.js";
import { marks, type Paint } from "./paint.js";
import { renderConversation } from "./terminal-conversation.js";
import { padEnd, textWidth, truncate, wrap } from "./text-width.js";
import { counted } from "../test-case/counted.js";

export interface CaseLayout {
  readonly title: string;
  /** Columns given to titles, so that what follows them lines up. */
  readonly titleWidth: number;
  readonly paint: Paint;
  readonly width: number;
  /** Also what passed in it. */
  readonly everything: boolean;
  readonly transcript: boolean;
  /** Note what the case states and no metric looks at; off where the totals say it for all cases. */
  readonly notesUnread: boolean;
  /** The command that runs the case again. */
  readonly replay: string | undefined;
}

/** One case: its verdict, what each metric found, what was not looked at, the conversation. */
export function renderCase(result: CaseResult, layout: CaseLayout): string[] {
  const { everything, transcript, replay, paint } = layout;
  const shown = everything ? result.metrics : result.metrics.filter(({ verdict }) => verdict !== "passed");
  const labelWidth = Math.min(24, Math.max(0, ...shown.map((metric) => textWidth(labelOf(metric)))));
  return [
    headline(result, layout),
    ...ownReason(result, layout),
    ...shown.flatMap((metric) => metricLines(metric, labelWidth, layout)),
    ...blameLines(result, layout),
    ...notes(result, result.metrics.length - shown.length, layout),
    ...(transcript ? renderConversation(result, layout) : []),
    ...(replay === undefined ? [] : ["", `    ${paint.dim("replay")}  ${neutralise(replay)}`]),
  ];
}

function headline({ verdict, flaky, testCase }: CaseResult, { title, titleWidth, paint }: CaseLayout): string {
  const parts = [
    paint.verdict(verdict, marks[verdict]),
    paint.bold(padEnd(title, titleWidth)),
    ...(verdict === "passed" ? [] : [paint.verdict(verdict, verdict)]),
    ...(flaky ? [flakyNote(verdict)] : []),
    paint.dim(caseSize(testCase)),
  ];
  return parts
    .filter((part) => part !== "")
    .join("  ")
    .trimEnd();
}

function flakyNote(verdict: Verdict): string {
  if (verdict === "passed") return "flaky";
  return verdict === "failed" ? "flaky, so the run does not fail" : "flaky, which excuses failures only";
}

/** The reason of the case, where none of its metrics says the same. */
function ownReason({ verdict, reason, metrics }: CaseResult, { paint, width }: CaseLayout): string[] {
  if (verdict === "passed" || reason === "") return [];
  if (metrics.some((metric) => metric.verdict !== "passed" && metric.reason.includes(reason))) return [];
  return indent(wrap(excerpt(reason, SENTENCE), width - 4), 4).map((line) => paint.verdict(verdict, line));
}

function blameLines({ blame }: CaseResult, { paint, width }: CaseLayout): string[] {
  if (blame === undefined) return [];
  const text = `blame: ${whose(blame.party)}. ${excerpt(blame.reason, SENTENCE)}`;
  return indent(wrap(text, width - 4), 4).map((line) => paint.bold(line));
}

const labelOf = ({ field, name }: MetricResult): string => excerpt(field ?? name);

function metricLines(metric: MetricResult, labelWidth: number, { paint, width }: CaseLayout): string[] {
  const { verdict } = metric;
  const mark = paint.verdict(verdict, marks[verdict]);
  const label = padEnd(truncate(labelOf(metric), labelWidth), labelWidth);
  const [first = "", ...rest] = wrap(fullReason(metric), width - labelWidth - 8);
  const tint = verdict === "passed" ? paint.dim : (text: string) => text;
  return [
    `    ${mark} ${paint.dim(label)}  ${tint(first)}`.trimEnd(),
    ...indent(rest, labelWidth + 8).map(tint),
    ...(verdict === "passed" ? [] : indent(findings(metric, width - 8), 8)),
  ];
}

function fullReason({ reason, score, threshold, flaky, turn, call }: MetricResult): string {
  const place = turn === undefined ? [] : [`turn ${String(turn)}${call === undefined ? "" : `, call ${String(call)}`}`];
  const partial = score !== null && score > 0 && score < 1 ? [`score ${score.toFixed(2)}`] : [];
  const needed = partial.length > 0 && threshold !== null ? [`passes at ${threshold.toFixed(2)}`] : [];
  const told = /\bturn \d/.test(reason) ? [] : place;
  const extra = [...told, ...partial, ...needed, ...(flaky === true ? ["flaky, has no vote"] : [])];
  const shown = excerpt(reason, SENTENCE);
  return extra.length === 0 ? shown : `${shown} (${extra.join(", ")})`;
}

/** What a person needs to see beside the reason: the metric's own lines, else the two values. */
function findings({ details = [], expected, actual }: MetricResult, width: number): string[] {
  if (details.length > 0) return detailLines(details);
  const line = (label: string, value: unknown): string[] =>
    value === undefined ? [] : [truncate(`${label}  ${excerpt(JSON.stringify(value), SENTENCE)}`, width)];
  return [...line("expected", expected), ...line("actual  ", actual)];
}

function notes(result: CaseResult, passed: number, { notesUnread, paint, width }: CaseLayout): string[] {
  const { notYetAsserted, testCase } = result;
  const told = [userNote(result), cutOffNote(result), resumed(result), askedAgain(testCase)].filter(
    (line) => line !== undefined,
  );
  const lines = [
    ...told.map((line) => excerpt(line, SENTENCE)),
    ...(passed > 0 ? [`${counted(passed, "other metric")} passed`] : []),
    ...(notesUnread && notYetAsserted.length > 0
      ? [`not asserted: ${excerpt(notYetAsserted.join(", "), SENTENCE)}`]
      : []),
  ];
  return lines.flatMap((line) => indent(wrap(`· ${line}`, width - 4), 4)).map(paint.dim);
}

const indent = (lines: readonly string[], columns: number): string[] =>
  lines.map((line) => (line === "" ? "" : " ".repeat(columns) + line));
