import { RehearsalError } from "../../errors.js";
import { given } from "../../evaluation/given.js";
import {
  conversationalTestCaseSchema,
  type ConversationalTestCase,
  type EndReason,
} from "../../test-case/conversational-test-case.js";
import { llmTestCaseSchema, type LLMTestCase } from "../../test-case/llm-test-case.js";
import { happenedTurns, repliesOf } from "../../test-case/agent-turns.js";
import { untoldReplies } from "../../test-case/untold-replies.js";
import { knownCalls, type KnownCalls, type LocatedCall } from "../../test-case/located-calls.js";
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
  /** Which reply it is part of: that may be of several messages, of which only the first has a latency. */
  readonly reply: number;
  readonly latencyMs: number | undefined;
  readonly interrupted: boolean | undefined;
}

/** What the matchers look at, whatever they are given. Null: not known. What a golden began with is left out. */
export interface Subject {
  readonly what: "the conversation" | "the answer" | "the turn" | "the trace";
  readonly calls: KnownCalls;
  readonly retrieved: readonly (string | RetrievedContext)[];
  /** False: more may have been retrieved. */
  readonly knowsRetrieval: boolean;
  /** What the agent told the user. */
  readonly said: readonly string[];
  /** False: it may have said more. */
  readonly knowsSaid: boolean;
  readonly replies: readonly Reply[];
  readonly endReason?: EndReason | undefined;
  /** The whole, where the subject is a test case. */
  readonly testCase?: TestCase;
}

/** Reads a test case of either kind, a turn, or a trace, plain or made with `new`. */
export function subjectOf(value: unknown): Subject {
  if (value instanceof Promise) throw wrong("a Promise: await it first, as in expect(await simulate())");
  if (Array.isArray(value)) throw wrong("an array: take one of it, as in expect(testCases[0])");
  if (typeof value !== "object" || value === null) throw wrong(given(value));
  if ("spans" in value) return ofTrace(parse(traceSchema, value, "the trace"));
  if ("turns" in value) return ofConversation(parse(conversationalTestCaseSchema, value, "the test case"));
  if ("role" in value) return ofTurn(parse(turnSchema, value, "the turn"));
  if ("input" in value) return ofAnswer(parse(llmTestCaseSchema, value, "the test case"));
  throw wrong(given(value));
}

const wrong = (got: string): RehearsalError =>
  new RehearsalError("invalid_input", `this matcher asserts test cases, turns and traces, and was given ${got}`);

function ofConversation(testCase: ConversationalTestCase): Subject {
  const turns = happenedTurns(testCase);
  const assistants = turns.filter(({ turn }) => turn.role === "assistant");
  return {
    what: "the conversation",
    calls: knownCalls(testCase),
    retrieved: turns.flatMap(({ turn }) => turn.retrievalContext ?? []),
    knowsRetrieval: assistants.length > 0 && untoldReplies(testCase, "retrievalContext").length === 0,
    said: assistants.map(({ turn }) => turn.content),
    knowsSaid: assistants.length > 0,
    replies: repliesOf(testCase).flatMap((reply, index) =>
      reply.map(({ turn, number }) => replyOf(turn, number, index)),
    ),
    endReason: testCase.endReason,
    testCase,
  };
}

function ofAnswer(testCase: LLMTestCase): Subject {
  const { actualOutput, completionTimeMs, retrievalContext } = testCase;
  return {
    what: "the answer",
    calls: knownCalls(testCase),
    retrieved: retrievalContext ?? [],
    knowsRetrieval: retrievalContext !== undefined,
    said: actualOutput === undefined ? [] : [actualOutput],
    knowsSaid: actualOutput !== undefined,
    replies: [{ turn: null, reply: 0, latencyMs: completionTimeMs, interrupted: undefined }],
    testCase,
  };
}

function ofTurn(turn: Turn): Subject {
  if (turn.role === "user")
    throw wrong("a turn of the user, in which the agent does nothing: take one of the assistant");
  return {
    what: "the turn",
    calls: { calls: located(turn.toolsCalled ?? []), complete: turn.toolsCalled !== undefined },
    retrieved: turn.retrievalContext ?? [],
    knowsRetrieval: turn.retrievalContext !== undefined,
    said: [turn.content],
    knowsSaid: true,
    replies: [replyOf(turn, null, 0)],
  };
}

function ofTrace(trace: Trace): Subject {
  const { toolsCalled, retrievalContext, output, turns } = trace;
  const said = new Set([...turns.map((turn) => turn.output), output].filter((text) => text !== null));
  return {
    what: "the trace",
    calls: {
      calls: located(toolsCalled),
      complete: knowsTools(trace),
      ...(trace.observedTools !== undefined && { observed: trace.observedTools }),
    },
    retrieved: retrievalContext,
    knowsRetrieval: knowsRetrieval(trace),
    said: [...said],
    // The output of the whole is that of its only turn.
    knowsSaid: turns.length > 1 ? turns.every((turn) => turn.output !== null) : said.size > 0,
    replies: turns.map((turn, index) => ({
      turn: index + 1,
      reply: index,
      latencyMs: turn.latencyMs ?? undefined,
      interrupted: turn.interrupted ?? undefined,
    })),
  };
}

const replyOf = ({ latencyMs, interrupted }: Turn, turn: number | null, reply: number): Reply => ({
  turn,
  reply,
  latencyMs,
  interrupted,
});

const located = (calls: Trace["toolsCalled"]): LocatedCall[] =>
  calls.map((call, index) => ({ call, turn: null, position: index + 1 }));
