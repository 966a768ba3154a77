import type { JsonObject, JsonValue } from "./json.js";
import { retrievalContext, type RetrievedContext } from "./retrieved-context.js";
import { json, jsonObject, lazySchema, strict, text, texts, type Schema } from "./schema.js";
import { carryMetrics, metricsOf } from "./span-metrics.js";
import { toolCallSchema, type ToolCall } from "./tool-call.js";
import { within } from "./within.js";

export const spanKinds = ["agent", "llm", "tool", "retriever", "embedding", "reranker", "chain", "custom"] as const;
export type SpanKind = (typeof spanKinds)[number];

/** One span of a trace, in one vocabulary whatever convention it was written in. */
export interface TraceSpan {
  readonly name: string;
  readonly kind: SpanKind;
  /** On tool spans: the name of the tool, where the span has another. */
  readonly tool?: string;
  /** On tool spans: true where it is a call by itself, though it lies within one of the same tool. */
  readonly isApart?: boolean;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** In milliseconds since the epoch, with fractions; on an injected clock since the beginning of the conversation. */
  readonly startTimeMs: number;
  /** Null while the span is open. */
  readonly endTimeMs: number | null;
  readonly status: "unset" | "ok" | "error";
  /** The error's message where `status` is `"error"` and it is known. */
  readonly error?: string;
  /** What went in and came out. Absent: not captured. */
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly model?: string;
  /** Of a model or embedding call. Absent: nothing of it was recorded. */
  readonly usage?: Usage;
  /** What `updateCurrentSpan` and `stageNextSpan` added. */
  readonly metadata?: JsonObject;
  /** Fields of a test case that were stated of this span, for judging it by itself. Absent: not stated. */
  readonly expectedOutput?: string;
  readonly context?: readonly string[];
  /** Also what a retriever found, where its output does not show it. */
  readonly retrievalContext?: readonly (string | RetrievedContext)[];
  readonly toolsCalled?: readonly ToolCall[];
  readonly expectedTools?: readonly ToolCall[];
  readonly tags?: readonly string[];
}

/** Tokens summed over the model calls of a trace, each counted once. Null: no call recorded them. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly totalTokens: number | null;
  /** Of the input tokens, those that the provider had cached. Absent: no call recorded them. */
  readonly cachedInputTokens?: number;
  /** Of the output tokens, those spent on reasoning. Absent: no call recorded them. */
  readonly reasoningTokens?: number;
  /** In US dollars. Absent: the cost of some call is not known, so that neither is that of all. */
  readonly costUsd?: number;
}

/** How long the stages of a spoken exchange took, in milliseconds each. Absent: not recorded. */
export interface TurnDelays {
  /** From the end of the user's speech to the decision that it is the agent's turn. */
  readonly endOfTurnMs?: number;
  /** From the end of the user's speech to its words. */
  readonly transcriptionMs?: number;
  /** From the request to the model to its first words. */
  readonly firstTokenMs?: number;
  /** From the request for speech to its first sound. */
  readonly firstAudioMs?: number;
}

/** One exchange of a conversation as the trace itself shows it. */
export interface TraceTurn {
  readonly traceId: string;
  /** Name of the agent that answered: it changes where one agent hands the user over to another. Absent: not told. */
  readonly agent?: string;
  readonly input: string | null;
  readonly output: string | null;
  readonly latencyMs: number | null;
  /** Whether the user cut the reply off. Null: the trace does not tell. */
  readonly interrupted: boolean | null;
  readonly delays?: TurnDelays;
  /** Calls and passages of this exchange alone. Absent: it is the only one of the trace, or they are not told apart. */
  readonly toolsCalled?: readonly ToolCall[];
  readonly retrievalContext?: readonly (string | RetrievedContext)[];
}

/** One agent handed the user over to another. */
export interface Handoff {
  /** Null: not told. */
  readonly from: string | null;
  readonly to: string;
  /** In milliseconds since the epoch. */
  readonly atMs: number;
  /** Of the tool call that asked for it, where one did: that call is among `toolsCalled` as well. */
  readonly callId?: string;
}

/** What an agent really did, as plain data. */
export interface Trace {
  /** Null where nothing was recorded. */
  readonly traceId: string | null;
  readonly spans: readonly TraceSpan[];
  /** In the order in which they started. */
  readonly toolsCalled: readonly ToolCall[];
  /**
   * Where that no tool was called is known by nothing but that tools are wrapped in `observe` in this process: their names. A call
   * of one of them would be on record; another may be the agent's and not wrapped. Absent: it is known otherwise, or not.
   */
  readonly observedTools?: readonly string[];
  readonly retrievalContext: readonly (string | RetrievedContext)[];
  /** The final answer of the outermost agent. Null: not recorded. */
  readonly output: string | null;
  readonly usage: Usage;
  readonly turns: readonly TraceTurn[];
  /** Handoffs between agents, in order. Empty: there was none. Absent: not known, as where no span names its agent. */
  readonly handoffs?: readonly Handoff[];
  /** The conversation, thread or session that this is part of. Absent: not told. */
  readonly conversationId?: string;
  /** What `updateCurrentTrace` stated. Absent: not stated. */
  readonly metadata?: JsonObject;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly userId?: string;
  readonly expectedOutput?: string;
  readonly context?: readonly string[];
  readonly expectedTools?: readonly ToolCall[];
  /** What could not be known and why, for example that content capture was switched off. */
  readonly missing: readonly string[];
}

export const traceSchema: Schema<Trace> = lazySchema((z) => {
  const delay = z.number().nonnegative().optional();
  const usage = strict<Usage>(z, {
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    totalTokens: z.number().nullable(),
    cachedInputTokens: z.number().nonnegative().optional(),
    reasoningTokens: z.number().nonnegative().optional(),
    costUsd: z.number().nonnegative().optional(),
  });
  const span = strict<TraceSpan>(z, {
    name: z.string(),
    kind: z.enum(spanKinds),
    tool: z.string().optional(),
    isApart: z.boolean().optional(),
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().nullable(),
    startTimeMs: z.number(),
    endTimeMs: z.number().nullable(),
    status: z.enum(["unset", "ok", "error"]),
    error: z.string().optional(),
    input: json(z).optional(),
    output: json(z).optional(),
    model: z.string().optional(),
    usage: usage.optional(),
    metadata: jsonObject(z).optional(),
    expectedOutput: z.string().optional(),
    context: texts(z).optional(),
    retrievalContext: retrievalContext(z).optional(),
    toolsCalled: z.array(toolCallSchema()).optional(),
    expectedTools: z.array(toolCallSchema()).optional(),
    tags: texts(z).optional(),
  });
  return strict<Trace>(z, {
    traceId: z.string().nullable(),
    spans: z.array(
      z.unknown().transform((value, context): TraceSpan => {
        const made = within(span, value, context);
        const metrics = typeof value === "object" && value !== null ? metricsOf(value) : [];
        if (metrics.length > 0 && context.issues.length === 0) carryMetrics(made, metrics);
        return made;
      }),
    ),
    toolsCalled: z.array(toolCallSchema()),
    observedTools: texts(z).optional(),
    retrievalContext: retrievalContext(z),
    output: z.string().nullable(),
    usage,
    turns: z.array(
      strict<TraceTurn>(z, {
        traceId: z.string(),
        agent: z.string().optional(),
        input: z.string().nullable(),
        output: z.string().nullable(),
        latencyMs: z.number().nullable(),
        interrupted: z.boolean().nullable(),
        delays: strict<TurnDelays>(z, {
          endOfTurnMs: delay,
          transcriptionMs: delay,
          firstTokenMs: delay,
          firstAudioMs: delay,
        }).optional(),
        toolsCalled: z.array(toolCallSchema()).optional(),
        retrievalContext: retrievalContext(z).optional(),
      }),
    ),
    handoffs: z
      .array(
        strict<Handoff>(z, {
          from: z.string().nullable(),
          to: z.string(),
          atMs: z.number(),
          callId: z.string().optional(),
        }),
      )
      .optional(),
    conversationId: z.string().optional(),
    metadata: jsonObject(z).optional(),
    name: text(z).optional(),
    tags: texts(z).optional(),
    userId: text(z).optional(),
    expectedOutput: z.string().optional(),
    context: texts(z).optional(),
    expectedTools: z.array(toolCallSchema()).optional(),
    missing: z.array(z.string()),
  });
});
