import type { JsonValue } from "../test-case/json.js";
import { isConversational, type TestCase } from "../test-case/metric.js";
import type { RetrievedContext } from "../test-case/retrieved-context.js";
import type { ToolCall } from "../test-case/tool-call.js";
import type { Turn } from "../test-case/turn.js";
import { excerpt, excerptOf } from "./neutralise.js";

export interface TranscriptOptions {
  /** Number of the turn to mark with `>`, from 1. */
  readonly turn?: number | undefined;
  /** Number of the call in that turn to mark with `✗`, from 1. */
  readonly call?: number | undefined;
  /** Number of the first turn that is shown. Absent: 1. */
  readonly from?: number | undefined;
  /** Number of the last turn that is shown. Absent: the last. */
  readonly to?: number | undefined;
  /** Leave out why it broke off, which stands above. Absent: false. */
  readonly isErrorTold?: boolean | undefined;
  /** Where each value is cut, in characters. Absent: 120. */
  readonly limit?: number | undefined;
}

/** What is printed of a turn, or of one half of a single-turn test case. */
interface Entry {
  readonly who: string;
  /** Absent in a single-turn test case. */
  readonly number?: number;
  readonly content: string;
  readonly notes: readonly string[];
  readonly calls: readonly ToolCall[];
  readonly retrieved: readonly (string | RetrievedContext)[];
}

/**
 * A conversation, or a question and its answer, as lines for a person to read: who, number of the turn, content,
 * latency, then the contexts retrieved and the tools called: a passage after the call that returned it, where one did.
 * One line each, whatever is in them.
 */
export function transcript(testCase: TestCase, options: TranscriptOptions = {}): string[] {
  const entries = isConversational(testCase) ? testCase.turns.map(entryOfTurn) : singleTurn(testCase);
  const { turn, call, from = 1, to = entries.length, limit, isErrorTold = false } = options;
  const shown = entries.filter((_, index) => index + 1 >= from && index + 1 <= to);
  const digits = String(to).length;
  const lines = shown.flatMap((entry) => {
    const marked = entry.number === undefined ? entry.who === "output" && call !== undefined : entry.number === turn;
    return entryLines(entry, { marked, call: marked ? call : undefined, digits, limit });
  });
  return to < entries.length ? lines : [...lines, ...endLines(testCase, isErrorTold, limit)];
}

function entryOfTurn(turn: Turn, index: number): Entry {
  const latency = turn.latencyMs === undefined ? [] : [milliseconds(turn.latencyMs)];
  return {
    who: turn.role,
    number: index + 1,
    content: turn.content,
    notes: turn.interrupted === true ? [...latency, "interrupted"] : latency,
    calls: turn.toolsCalled ?? [],
    retrieved: turn.retrievalContext ?? [],
  };
}

function singleTurn(testCase: Exclude<TestCase, { turns: unknown }>): Entry[] {
  const { input, actualOutput, completionTimeMs, toolsCalled = [], retrievalContext = [] } = testCase;
  return [
    { who: "input", content: input, notes: [], calls: [], retrieved: [] },
    {
      who: "output",
      content: actualOutput ?? "(none)",
      notes: completionTimeMs === undefined ? [] : [milliseconds(completionTimeMs)],
      calls: toolsCalled,
      retrieved: retrievalContext,
    },
  ];
}

interface EntryLayout {
  readonly marked: boolean;
  readonly call: number | undefined;
  readonly digits: number;
  readonly limit: number | undefined;
}

function entryLines(entry: Entry, { marked, call, digits, limit }: EntryLayout): string[] {
  const number = entry.number === undefined ? "" : `${String(entry.number).padStart(digits)}  `;
  const head = `${marked ? ">" : " "} ${entry.who.padEnd(9)}  ${number}`;
  const notes = entry.notes.length === 0 ? "" : `  (${entry.notes.join(", ")})`;
  const indent = " ".repeat(head.length - 2);
  const calls = entry.calls.map((it) => callText(it, limit));
  const widest = Math.max(0, ...calls.map((it) => it.length));
  const cameWith = entry.retrieved.map((it) => callThatReturned(it, entry.calls));
  const passages = (index: number): string[] =>
    entry.retrieved
      .filter((_, at) => cameWith[at] === index)
      .map((it) => `${indent}  retrieved ${retrievedText(it, limit)}`);
  return [
    `${head}${excerpt(entry.content, limit)}${notes}`,
    ...passages(-1),
    ...entry.calls.flatMap((it, index) => {
      const duration = it.durationMs === undefined ? "" : milliseconds(it.durationMs).padStart(8);
      const text = calls[index] ?? "";
      const mark = index + 1 === call ? "✗" : " ";
      return [`${indent}${mark} ${duration === "" ? text : text.padEnd(widest)}${duration}`, ...passages(index)];
    }),
  ];
}

/** Index of the call in whose output a passage stands; -1: in none, so that nothing tells when it was retrieved. */
function callThatReturned(item: string | RetrievedContext, calls: readonly ToolCall[]): number {
  const passage = typeof item === "string" ? item : item.context;
  return calls.findIndex(({ output }) => holds(output, passage));
}

const holds = (value: JsonValue | undefined, passage: string): boolean => {
  if (typeof value === "string") return value.includes(passage);
  return typeof value === "object" && value !== null && Object.values(value).some((item) => holds(item, passage));
};

function callText({ name, inputParameters, output, error, executed }: ToolCall, limit?: number): string {
  const args = inputParameters === undefined ? "(arguments not known)" : excerptOf(inputParameters, limit);
  return `${excerpt(name, limit)} ${args}${outcome()}`;

  function outcome(): string {
    if (error !== undefined) return `  →  error: ${excerpt(error, limit)}`;
    if (executed === false) return "  (requested, never ran)";
    return output === undefined ? "" : `  →  ${excerptOf(output, limit)}`;
  }
}

function retrievedText(item: string | RetrievedContext, limit?: number): string {
  if (typeof item === "string") return excerpt(item, limit);
  const where = item.source ?? item.id;
  return `${where === undefined ? "" : `${excerpt(where, limit)}: `}${excerpt(item.context, limit)}`;
}

function endLines(testCase: TestCase, isErrorTold: boolean, limit?: number): string[] {
  if (testCase.error !== undefined && isErrorTold) return ["  broke off"];
  if (testCase.error !== undefined) return [`  broke off: ${excerpt(testCase.error, limit)}`];
  if (!isConversational(testCase) || testCase.endReason === undefined) return [];
  const { by, reason } = testCase.endReason;
  return [`  ended by ${by}: ${excerpt(reason, limit)}`];
}

const milliseconds = (value: number): string => `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ms`;
