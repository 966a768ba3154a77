import type { OtlpReceiver } from "../../../src/tracing/index.js";
import { decodeExport } from "../../../src/tracing/receiver/decode-export.js";
import { Intake, type IntakeLimits } from "../../../src/tracing/receiver/intake.js";
import { RunStore, type RunIdentity } from "../../../src/tracing/run/run-store.js";
import { virtualClock } from "../../support/virtual-clock.js";

type Value = string | number | boolean;

export interface SpanSpec {
  readonly trace: string;
  readonly span: string;
  readonly parent?: string | null;
  readonly name?: string;
  /** As OTLP counts: 2 is SERVER, 3 is CLIENT. */
  readonly kind?: number | string;
  readonly attributes?: Readonly<Record<string, Value>>;
}

/** A valid trace id, told by a few hexadecimal digits. */
export const traceId = (digits: string): string => digits.padStart(32, "a");
export const spanId = (digits: string): string => digits.padStart(16, "b");

const valueOf = (value: Value) =>
  typeof value === "string"
    ? { stringValue: value }
    : typeof value === "boolean"
      ? { boolValue: value }
      : { intValue: String(value) };

export const keyValues = (attributes: Readonly<Record<string, Value>>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

/** An OTLP export with these spans. Their times mean nothing, as they must to whoever reads it. */
export const exportOf = (...spans: readonly SpanSpec[]) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: spans.map(({ trace, span, parent = null, name = span, kind, attributes = {} }) => ({
            traceId: trace,
            spanId: span,
            ...(parent !== null && { parentSpanId: parent }),
            name,
            ...(kind !== undefined && { kind }),
            startTimeUnixNano: "1700000000000000000",
            endTimeUnixNano: "1700000000001000000",
            attributes: keyValues(attributes),
          })),
        },
      ],
    },
  ],
});

export const toolSpan = (name: string): Readonly<Record<string, Value>> => ({
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": name,
});

/** Waits for what comes by way of sockets. It fails rather than wait for ever. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100_000; turn++) {
    if (condition()) return;
    await new Promise(setImmediate);
  }
  throw new Error("what was waited for has not come");
}

let runs = 0;
const made: RunStore[] = [];

/** A run under way, until `endRuns`. */
export function openRun(ids: Partial<RunIdentity> = {}): RunStore {
  runs += 1;
  const run = new RunStore({
    traceId: traceId(String(runs)),
    spanId: spanId(String(runs)),
    runId: `run-${String(runs)}`,
    ...ids,
  });
  made.push(run);
  return run;
}

export const endRuns = (): void => made.splice(0).forEach((run) => run.close());

export const intakeWith = (limits: Partial<IntakeLimits> = {}): Intake =>
  new Intake({ maxSpans: 1000, maxHeldBytes: 1e6, unclaimedMs: 1000, clock: virtualClock(), ...limits });

/** Lets an intake take these spans, as they come over the wire. */
export const take = (intake: Intake, ...spans: readonly SpanSpec[]) =>
  intake.take(decodeExport("traces", "json", Buffer.from(JSON.stringify(exportOf(...spans)))));

export const namesIn = (run: RunStore): string[] => run.received.spans.map(({ name }) => name);

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
}

export async function post(
  receiver: OtlpReceiver,
  body: unknown,
  { path = "/v1/traces", headers = {}, method = "POST" }: { path?: string; headers?: object; method?: string } = {},
): Promise<Answer> {
  const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(receiver.url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "GET" ? {} : { body: raw as string }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers: answered } = response;
  return {
    status,
    type: answered.get("content-type"),
    headers: answered,
    text: Buffer.from(bytes).toString(),
    bytes,
  };
}
