import { RehearsalError } from "../../errors.js";
import {
  conversationalTestCaseSchema,
  type ConversationalTestCase,
  type EndReason,
} from "../../test-case/conversational-test-case.js";
import { llmTestCaseSchema, type LLMTestCase } from "../../test-case/llm-test-case.js";
import { locatedCalls, type LocatedCall } from "../../test-case/located-calls.js";
import type { TestCase } from "../../test-case/metric.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import { parse } from "../../test-case/schema.js";
import { traceSchema, type Trace } from "../../test-case/trace.js";
import { knowsRetrieval, knowsTools } from "../../tracing/reading/missing.js";
import { turnSchema, type Turn } from "../../test-case/turn.js";

/** An exchange, as far as its time is concerned. */
export interface Reply {
  /** Number of the turn, from 1. Null where there is only one. */
  readonly turn: number | null;
  readonly latencyMs: number | undefined;
  readonly interrupted: boolean | undefined;
}

/** What the matchers look at, whatever they are given. Null: not known. */
export interface Subject {
  readonly what: "the conversation" | "the answer" | "the turn" | "the trace";
  readonly calls: readonly LocatedCall[] | null;
  readonly retrieved: readonly (string | RetrievedContext)[] | null;
  /** What the agent told the user. */
  readonly said: readonly string[] | null;
  readonly replies: readonly Reply[];
  readonly endReason?: EndReason | undefined;
  /** The whole, where the subject is a test case. */
  readonly testCase?: TestCase;
}

/** Reads a test case of either kind, a turn, or a trace, plain or made with `new`. */
export function subjectOf(value: unknown): Subject {
  if (value instanceof Promise) throw wrong("a Promise: await it first, as in expect(await simulate())");
  if (Array.isArray(value)) throw wrong("an array: take one of it, as in expect(testCases[0])");
  if (typeof value !== "object" || value === null) throw wrong(value === null ? "null" : typeof value);
  if ("spans" in value) return ofTrace(parse(traceSchema, value, "the trace"));
  if ("turns" in value) return ofConversation(parse(conversationalTestCaseSchema, value, "the test case"));
  if ("role" in value) return ofTurn(parse(turnSchema, value, "the turn"));
  if ("input" in value) return ofAnswer(parse(llmTestCaseSchema, value, "the test case"));
  throw wrong(`an object with the keys ${Object.keys(value).slice(0, 8).join(", ") || "(none)"}`);
}

const wrong = (got: string): RehearsalError =>
  new RehearsalError("invalid_input", `this matcher asserts test cases, turns and traces, and was given ${got}`);

function ofConversation(testCase: ConversationalTestCase): Subject {
  const { turns, endReason } = testCase;
  const assistants = turns.filter(({ role }) => role === "assistant");
  const untold = assistants.length > 0 && assistants.every((turn) => turn.retrievalContext === undefined);
  return {
    what: "the conversation",
    calls: locatedCalls(testCase),
    retrieved: untold ? null : turns.flatMap((turn) => turn.retrievalContext ?? []),
    said: assistants.map(({ content }) => content),
    replies: turns.flatMap((turn, index) => (turn.role === "assistant" ? [replyOf(turn, index + 1)] : [])),
    endReason,
    testCase,
  };
}

function ofAnswer(testCase: LLMTestCase): Subject {
  const { actualOutput, completionTimeMs, retrievalContext } = testCase;
  return {
    what: "the answer",
    calls: locatedCalls(testCase),
    retrieved: retrievalContext ?? null,
    said: actualOutput === undefined ? null : [actualOutput],
    replies: [{ turn: null, latencyMs: completionTimeMs, interrupted: undefined }],
    testCase,
  };
}

const ofTurn = (turn: Turn): Subject => ({
  what: "the turn",
  calls: turn.toolsCalled === undefined ? null : located(turn.toolsCalled),
  retrieved: turn.retrievalContext ?? null,
  said: turn.role === "assistant" ? [turn.content] : [],
  replies: turn.role === "assistant" ? [replyOf(turn, null)] : [],
});

function ofTrace(trace: Trace): Subject {
  const { toolsCalled, retrievalContext, output, turns } = trace;
  const said = [...turns.map((turn) => turn.output), output].filter((text) => text !== null);
  return {
    what: "the trace",
    calls: knowsTools(trace) ? located(toolsCalled) : null,
    retrieved: knowsRetrieval(trace) ? retrievalContext : null,
    said: said.length === 0 ? null : [...new Set(said)],
    replies: turns.map((turn, index) => ({
      turn: index + 1,
      latencyMs: turn.latencyMs ?? undefined,
      interrupted: turn.interrupted ?? undefined,
    })),
  };
}

const replyOf = ({ latencyMs, interrupted }: Turn, turn: number | null): Reply => ({ turn, latencyMs, interrupted });

const located = (calls: Trace["toolsCalled"]): LocatedCall[] =>
  calls.map((call, index) => ({ call, turn: null, position: index + 1 }));
