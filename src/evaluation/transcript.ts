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
 * latency, then the contexts retrieved and the tools called. One line each, whatever is in them.
 */
export function transcript(testCase: TestCase, options: TranscriptOptions = {}): string[] {
  const entries = isConversational(testCase) ? testCase.turns.map(entryOfTurn) : singleTurn(testCase);
  const { turn, call, from = 1, to = entries.length, limit } = options;
  const shown = entries.filter((_, index) => index + 1 >= from && index + 1 <= to);
  const digits = String(to).length;
  const lines = shown.flatMap((entry) => {
    const marked = entry.number === undefined ? entry.who === "output" && call !== undefined : entry.number === turn;
    return entryLines(entry, { marked, call: marked ? call : undefined, digits, limit });
  });
  return to < entries.length ? lines : [...lines, ...endLines(testCase, limit)];
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
  return [
    `${head}${excerpt(entry.content, limit)}${notes}`,
    ...entry.retrieved.map((it) => `${indent}  retrieved ${retrievedText(it, limit)}`),
    ...entry.calls.map((it, index) => {
      const duration = it.durationMs === undefined ? "" : milliseconds(it.durationMs).padStart(8);
      const text = calls[index] ?? "";
      return `${indent}${index + 1 === call ? "✗" : " "} ${duration === "" ? text : text.padEnd(widest)}${duration}`;
    }),
  ];
}

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

function endLines(testCase: TestCase, limit?: number): string[] {
  if (testCase.error !== undefined) return [`  broke off: ${excerpt(testCase.error, limit)}`];
  if (!isConversational(testCase) || testCase.endReason === undefined) return [];
  const { by, reason } = testCase.endReason;
  return [`  ended by ${by}: ${excerpt(reason, limit)}`];
}

const milliseconds = (value: number): string => `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ms`;
