import { failureMessage } from "../evaluation/failure-message.js";
import { gateText } from "../evaluation/gate.js";
import { excerpt } from "../evaluation/neutralise.js";
import type { CaseResult, RunRecord } from "../evaluation/run-record.js";
import { isCounted, isForgiven } from "../evaluation/status.js";
import { agentTime } from "./case-size.js";

export interface JUnitOptions {
  /** What the cases are listed under: the dataset, mostly. */
  readonly suite: string;
  /** The command that runs a case again. */
  readonly replay?: (result: CaseResult) => string | undefined;
  /** What was not run of what was asked for; an error of its own, since such a run has not passed. */
  readonly incomplete?: readonly string[];
}

/**
 * A run as JUnit's XML, which CI systems read: a test case for each golden and trial. What a gate or `flaky` excuses is
 * skipped, with its reason; the gate is a test case of its own.
 */
export function renderJUnit(run: RunRecord, { suite, replay, incomplete = [] }: JUnitOptions): string {
  const { gate, results } = run;
  const cases: readonly Case[] = [
    ...results.map((result) => caseOf(result, gate !== undefined, replay?.(result))),
    ...(gate === undefined
      ? []
      : [{ name: `gate: ${gateText(gate.gate)}`, ...(gate.verdict !== "passed" && bad(gate.verdict, gate.reason)) }]),
    ...(incomplete.length === 0 ? [] : [{ name: "all of the dataset", ...bad("errored", incomplete.join(", ")) }]),
  ];
  const count = (kind: Kind) => String(cases.filter((each) => each.kind === kind).length);
  const seconds = (ms: number) => (ms / 1000).toFixed(3);
  const head = `name="${escaped(suite)}" tests="${String(cases.length)}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}" time="${seconds(run.durationMs)}"`;
  const lines = cases.map(({ name, ms = 0, kind, message = "", text = "", out }) => {
    const open = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${seconds(ms)}"`;
    if (kind === undefined) return `${open}/>`;
    const told = `<${kind} message="${escaped(message)}">${escaped(text)}</${kind}>`;
    return `${open}>${told}${out === undefined ? "" : `<system-out>${escaped(out)}</system-out>`}</testcase>`;
  });
  const body = [`  <testsuite ${head} timestamp="${run.startedAt}">`, ...lines, "  </testsuite>"].join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body}\n</testsuites>\n`;
}

type Kind = "failure" | "error" | "skipped";
interface Case {
  readonly name: string;
  readonly ms?: number;
  readonly kind?: Kind;
  readonly message?: string;
  readonly text?: string;
  readonly out?: string | undefined;
}

const bad = (verdict: "failed" | "errored", reason: string): Omit<Case, "name"> => ({
  kind: verdict === "failed" ? "failure" : "error",
  message: excerpt(reason, 300),
  text: reason,
});

function caseOf(result: CaseResult, isGated: boolean, replay: string | undefined): Case {
  const { name, trial, verdict, reason, testCase } = result;
  const about = { name: trial === undefined ? name : `${name} #${String(trial)}`, ms: agentTime(testCase) ?? 0 };
  if (verdict === "passed") return about;
  const isExcused = isForgiven(result) || (isGated && isCounted(result)) || verdict === "skipped";
  const text = failureMessage(result, { replay });
  return {
    ...about,
    ...bad(verdict === "failed" ? verdict : "errored", reason),
    text,
    out: replay,
    ...(isExcused && { kind: "skipped" }),
  };
}

/** With what XML can't hold, whatever it is escaped to, replaced. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
