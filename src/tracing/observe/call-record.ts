import type { JsonObject, JsonValue } from "../../test-case/json.js";
import { readOwnFields } from "../conventions/own.js";
import { parseOrText } from "../reading/json-text.js";
import { toReadSpan, type ReadSpan } from "../reading/read-span.js";
import type { ObserveSpec } from "./observe-options.js";
import type { Content } from "./content.js";

/** What `updateCurrentSpan` may add; most calls never have any. */
export interface Additions {
  metadata?: JsonObject;
  retrievalContext?: JsonValue;
  toolsCalled?: JsonValue;
  model?: string;
  inputTokens?: number;
  outputTokens?: number;
}

/** All that a run keeps of an observed call: contents as they were, everything else a few numbers and shared strings. */
export class CallRecord {
  readonly spec: ObserveSpec;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly startTimeMs: number;
  endTimeMs: number | null = null;
  input: Content | undefined;
  output: Content | undefined;
  /** Set where the call threw. */
  error: string | undefined;
  additions: Additions | undefined;
  missing: string[] | undefined;

  constructor(spec: ObserveSpec, traceId: string, spanId: string, parentSpanId: string | null, startTimeMs: number) {
    this.spec = spec;
    this.traceId = traceId;
    this.spanId = spanId;
    this.parentSpanId = parentSpanId;
    this.startTimeMs = startTimeMs;
  }

  miss(what: "input" | "output", reason: string): void {
    (this.missing ??= []).push(`${what} not recorded (${reason})`);
  }

  toReadSpan(): ReadSpan {
    const { spec, additions } = this;
    const reading = readOwnFields({
      kind: spec.type,
      name: spec.name,
      input: valueOf(this.input),
      output: valueOf(this.output),
      model: additions?.model ?? spec.model,
      inputTokens: additions?.inputTokens,
      outputTokens: additions?.outputTokens,
      metadata: additions?.metadata,
      retrievalContext: additions?.retrievalContext,
      toolsCalled: additions?.toolsCalled,
      missing: this.missing,
    });
    return toReadSpan(reading, {
      name: spec.name,
      traceId: this.traceId,
      spanId: this.spanId,
      parentSpanId: this.parentSpanId,
      startTimeMs: this.startTimeMs,
      endTimeMs: this.endTimeMs,
      status: this.error === undefined ? "unset" : "error",
      error: this.error,
    });
  }
}

const valueOf = (content: Content | undefined): JsonValue | undefined =>
  content === undefined ? undefined : (content.value ?? (content.isText ? content.text : parseOrText(content.text)));
