import { readdirSync, readFileSync } from "node:fs";
import type { ReadTraceInput, SpanInput } from "../../../src/tracing/index.js";

const folder = new URL("../../fixtures/spans/", import.meta.url);

export interface Expected {
  readonly tools_called: readonly { name: string; args?: unknown; result?: unknown; error?: string }[];
  readonly retrieval_context: readonly string[];
  readonly final_output: string | null;
  readonly limit?: string;
  /** Times are in seconds. */
  readonly voice?: {
    readonly turns: number;
    readonly interrupted: readonly boolean[];
    readonly e2e_latency_s?: number;
    readonly user_bot_latency_s?: number;
  };
}

const fileOf = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const logs = "otelcontrib-LOGS-all-cases";

/** Names of the dumps of real spans. */
export const dumps = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ""))
  .filter((name) => name !== "expected" && name !== logs);

export const dumpOf = (name: string): readonly SpanInput[] => (fileOf(name) as { spans: SpanInput[] }).spans;

/** What a dump holds, with the log records beside it. */
export function inputOf(name: string): ReadTraceInput {
  const { spans, records } = fileOf(name) as ReadTraceInput;
  const withLogs = name.startsWith("otelcontrib-");
  return {
    ...(spans && { spans }),
    ...(records && { records }),
    ...(withLogs && { logRecords: fileOf(logs) as object[] }),
  };
}

export const expectations = JSON.parse(readFileSync(new URL("expected.json", folder), "utf8")) as Record<
  string,
  Expected
>;

/** A span of a made-up trace; `at` is its start in milliseconds, and it takes 10 unless it is open. */
export const span = (
  name: string,
  at: number,
  attributes: Readonly<Record<string, unknown>>,
  more: Partial<SpanInput> = {},
): SpanInput => ({
  name,
  traceId: "t1",
  spanId: `${name}@${String(at)}`,
  parentSpanId: null,
  startTimeUnixMs: at,
  endTimeUnixMs: at + 10,
  attributes,
  ...more,
});

const json = JSON.stringify;
export const parts = (role: string, ...given: readonly object[]): string => json([{ role, parts: given }]);
export const text = (content: string): object => ({ type: "text", content });

/** A model call in OpenTelemetry's GenAI conventions that asks for tools. */
export const asking = (at: number, calls: readonly object[], more: Record<string, unknown> = {}): SpanInput =>
  span("chat", at, {
    "gen_ai.operation.name": "chat",
    "gen_ai.output.messages": parts("assistant", ...calls.map((call) => ({ type: "tool_call", ...call }))),
    ...more,
  });

export const toolSpan = (
  name: string,
  at: number,
  attributes: Record<string, unknown> = {},
  more: Partial<SpanInput> = {},
): SpanInput =>
  span(
    `execute_tool ${name}`,
    at,
    { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, ...attributes },
    more,
  );
