import type { OtlpReceiverOptions } from "./receiver-options.js";
import type { ReceiverStats } from "./receiver-stats.js";

/** Takes in what agents in other processes export, until it is closed. */
export interface OtlpReceiver {
  /** Where it listens, for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** Where traces go, for an exporter's own `url` option. */
  readonly endpoint: string;
  /** The same for logs. */
  readonly logsEndpoint: string;
  /** Environment variables that make an instrumented process export here, soon, and no metrics. */
  readonly env: Readonly<Record<string, string>>;
  /** What came of all that was sent by now. */
  stats(): ReceiverStats;
  /** Stops listening. Turns that wait for spans wait no longer. */
  close(): Promise<void>;
}

/**
 * Opens an OTLP endpoint over HTTP, for agents that run in a process of their own: their spans join the conversation that
 * they belong to. That is told by the trace that the request's `traceparent` header names; else by the run, or the
 * conversation and turn, that baggage put on the span (`rehearsal.run`, …); else by the conversation id of a span
 * (`gen_ai.conversation.id`, `session.id`, …), where it is the thread id of a turn under way; else by a span above it or
 * beside it of which that is known. Never by time.
 *
 * While one is open, a turn whose agent may be elsewhere waits for its spans: the agent read `headers` (`httpAgent` does), or
 * nothing in this process tells what it did. It does not outlast the turn's spans by more than `quietMs`, or
 * the reply by more than `settleMs`, and does not count as latency. What has not come by then is told in `Trace.missing`.
 *
 * It knows the turns of its own process only: test files that run in processes of their own (`mocha --parallel`) need a
 * receiver and an agent each.
 *
 * It speaks OTLP's JSON and protobuf, gzipped or not. It alone keeps no process alive.
 *
 * Throws where an option is wrong or the address can't be listened at.
 *
 * @example
 * const receiver = await createOtlpReceiver();
 * const server = spawn("node", ["server.js"], { env: { ...process.env, ...receiver.env } });
 * const simulator = new ConversationSimulator({ agent: httpAgent({ url, body, reply: "$.answer" }) });
 */
export async function createOtlpReceiver(options: OtlpReceiverOptions = {}): Promise<OtlpReceiver> {
  const { openReceiver } = await import("./open-receiver.js");
  return openReceiver(options);
}
