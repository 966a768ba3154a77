import { INVALID_SPANID, trace, type Context } from "@opentelemetry/api";
import { RehearsalError } from "../../errors.js";
import type { Trace } from "../../test-case/trace.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { activeContext, withScope, within } from "../context.js";
import { own } from "../conventions/own-attributes.js";
import { quietly } from "../faults.js";
import { newSpanId, newTraceId, randomId } from "../ids.js";
import { connect } from "../provider/prepare.js";
import { isUnheard, ownTracer } from "../provider/own-tracer.js";
import type { RetrieverTools } from "../reading/build-trace.js";
import { headersOf, type TraceHeaders } from "./headers.js";
import type { ConversationSpan } from "./conversation-span.js";
import { rememberSpan, turnKey } from "./heard-spans.js";
import { openRunOf } from "./open-run.js";
import { distrust } from "./place-call.js";
import { readRun } from "./read-run.js";
import { leaveRemotes, mayWait, settleRemote } from "./remotes.js";
import { RunStore, type Repeatable } from "./run-store.js";

export interface RunOptions {
  /** Default: random. */
  readonly runId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly turnId?: string | undefined;
  /** Tools whose results are retrieved documents. Default: none. */
  readonly retrieverTools?: RetrieverTools | undefined;
}

export interface TurnOptions extends RunOptions {
  /** The simulated conversation that it is a turn of. */
  readonly conversation?: ConversationSpan | undefined;
  /** Default: the times of the process, and the ids by which a backend knows the spans. */
  readonly repeatable?: Repeatable | undefined;
}

/** What happens in `within`, on record. One turn of a conversation, or one call of an agent. */
export interface Run {
  readonly id: string;
  readonly traceId: string;
  /** W3C: an agent in another process that goes on with it lets its spans join the run. */
  readonly traceparent: string;
  readonly headers: TraceHeaders;
  /** Runs `work`; whatever it starts, now or later, belongs to this run. Of runs within runs the innermost records. */
  within<T>(work: () => T): T;
  /** Nothing is under way in it, and no receiver is open: there is nothing to wait for. */
  readonly isSettled: boolean;
  /**
   * Waits a few turns of the event loop for spans that are just ending. While an OTLP receiver is open and the agent may
   * be in another process, waits also for its spans, until they are complete or the receiver's deadline; `end()` ends
   * that wait.
   */
  settle(): Promise<void>;
  /** What is on record by now. Spans that are still open are told in `missing`. */
  trace(): Trace;
  /** The same for the last time: the run then records nothing more, and lets go of what it holds. */
  end(): Trace;
}

const known = [
  "runId",
  "conversationId",
  "turnId",
  "retrieverTools",
  "conversation",
  "repeatable",
] as const satisfies readonly (keyof TurnOptions)[];

/** Spans often end a few callbacks after the answer that they were about. */
const LOOP_TURNS = 10;

/**
 * Starts a run, with a real span around it. Await `prepareTracing()` once before, so that spans of instrumentations are
 * seen where no provider is registered. Always `end()` it. Throws a RehearsalError where there is no such option.
 */
export function startRun(given: TurnOptions = {}): Run {
  const fault = wrongOptions(given, known);
  if (fault !== undefined) throw new RehearsalError("invalid_input", `startRun: ${fault}`);
  const { conversation, repeatable, ...options } = given;
  connect();
  const { runId = randomId(8), retrieverTools } = options;
  const around = activeContext();
  const base = trace.getSpan(around) === undefined ? around : trace.deleteSpan(around);
  const span = quietly("starting a span", () =>
    ownTracer().startSpan(
      "rehearsal.turn",
      { root: true, attributes: attributesOf(runId, options), ...(conversation && { links: [conversation.link] }) },
      base,
    ),
  );
  const mine = span?.spanContext();
  const isReal = span !== undefined && mine !== undefined && mine.spanId !== INVALID_SPANID;
  if (isReal && span.isRecording()) {
    rememberSpan(turnKey(mine.traceId), mine);
    conversation?.noteTurn(mine, options.turnId);
  }
  const traceId = isReal ? mine.traceId : newTraceId();
  const spanId = isReal ? mine.spanId : newSpanId();
  const outer = openRunOf(activeContext());
  const store = new RunStore({ ...options, runId, traceId, spanId }, repeatable);
  store.areIdsKnown = isReal && !isUnheard();
  // Made-up ids never become the active span: unsampled, they would make others' samplers drop what is within.
  const context: Context = withScope(isReal ? trace.setSpan(base, span) : base, {
    run: store,
    call: undefined,
    traceId,
    spanId,
    activeSpanId: isReal ? spanId : undefined,
  });
  let headers: TraceHeaders | undefined;
  return {
    id: runId,
    traceId,
    get traceparent() {
      return this.headers.traceparent;
    },
    get headers() {
      store.headersRead = true;
      return (headers ??= headersOf(traceId, spanId, { ...options, runId }));
    },
    within: (work) => within(context, work),
    get isSettled() {
      return store.openSpans() === 0 && !mayWait();
    },
    settle: async () => {
      store.hasReplied = true;
      for (const act of store.openActs()) distrust(act, store);
      for (let turn = 0; turn < LOOP_TURNS && store.openSpans() > 0; turn++) {
        quietly("looking at open calls", () => store.look());
        await new Promise(setImmediate);
      }
      await settleRemote(store);
    },
    trace: () => readRun(store, retrieverTools),
    end: () => {
      const result = readRun(store, retrieverTools);
      for (const { name } of result.toolsCalled) outer?.inner.add(`tool "${name}"`);
      quietly("leaving the receivers", () => leaveRemotes(store));
      store.close();
      quietly("ending a span", () => span?.end());
      return result;
    },
  };
}

function attributesOf(runId: string, { conversationId, turnId }: RunOptions) {
  return {
    [own.kind]: "turn",
    [own.run]: runId,
    ...(conversationId !== undefined && { "gen_ai.conversation.id": conversationId }),
    ...(turnId !== undefined && { [own.turn]: turnId }),
  };
}
