import { deepFreeze } from "../test-case/schema.js";
import type { Trace } from "../test-case/trace.js";
import type { Turn } from "../test-case/turn.js";
import type { RetrieverTools } from "../tracing/reading/build-trace.js";
import type { ConversationSpan } from "../tracing/run/conversation-span.js";
import type { Repeatable } from "../tracing/run/run-store.js";
import type { AgentInput } from "./agent.js";

export interface RunAbout {
  readonly conversationId: string;
  readonly turnId: string;
  readonly retrieverTools?: RetrieverTools;
  readonly conversation?: TracedConversation | undefined;
  /** On a clock that is not the system's: by what the trace of the turn is the same in every run. */
  readonly repeatable?: Repeatable | undefined;
}

export interface ConversationAbout {
  readonly conversationId: string;
  readonly golden: string;
  readonly trial: number;
}

/** A conversation as a span of the backend that the user has. */
export type TracedConversation = ConversationSpan;

/** One call of the agent, on record. */
export interface TracedRun {
  /** Read them only to hand them on: spans of another process are then waited for, if a receiver is open. */
  readonly headers: AgentInput["headers"];
  /** Runs `work` in the context by which what it does is attributed to this run. */
  within<T>(work: () => T): T;
  /** There is nothing to wait for. */
  readonly isSettled: boolean;
  /** Waits for spans that are just ending, or just coming from another process. Its wait is over with `end()`. */
  settle(): Promise<void>;
  /** What was recorded. Nothing more is. */
  end(): Trace;
}

/** What the simulator needs of tracing. None of it throws but what `work` throws. */
export interface Tracing {
  /** Undefined: nobody would see it. */
  startConversation?(about: ConversationAbout): TracedConversation | undefined;
  startRun(about: RunAbout): TracedRun;
  /** Whether the trace can tell which tools were called. */
  knowsTools(trace: Trace): boolean;
  /** Whether the trace can tell what was retrieved. */
  knowsRetrieval(trace: Trace): boolean;
}

/** What is known of the making of a reply. */
export interface Making {
  readonly latencyMs: number;
  readonly trace?: Trace | undefined;
  readonly tracing?: Tracing | undefined;
}

/**
 * The turns of a reply with its latency, to the microsecond, and with what its trace shows. It goes to the first of
 * them; what the agent itself states wins.
 */
export function withMaking(turns: readonly Turn[], { latencyMs, trace, tracing }: Making): readonly Turn[] {
  const [first, ...rest] = turns;
  if (first === undefined) return turns;
  // What the agent states in any turn of the reply would else be there twice.
  const untold = (key: "toolsCalled" | "retrievalContext"): boolean => turns.every((turn) => turn[key] === undefined);
  const made: { -readonly [K in keyof Turn]: Turn[K] } = { ...first };
  made.latencyMs ??= Math.max(0, Math.round(latencyMs * 1000) / 1000);
  if (trace !== undefined && tracing !== undefined) {
    if (untold("toolsCalled") && tracing.knowsTools(trace)) made.toolsCalled = trace.toolsCalled;
    if (untold("retrievalContext") && tracing.knowsRetrieval(trace)) made.retrievalContext = trace.retrievalContext;
    if (trace.traceId !== null) made.traceId ??= trace.traceId;
  }
  return [deepFreeze<Turn>(made), ...rest];
}
