import type { AttributeValue, Attributes } from "@opentelemetry/api";
import { own } from "../conventions/own-attributes.js";
import { readSpans } from "../reading/read-trace.js";
import type { ReadSpan } from "../reading/read-span.js";
import type { RunTime } from "../run/run-time.js";
import type { Recorded } from "../run/run-store.js";
import type { StartedSpan } from "./start-span.js";
import type { SpanUpdate } from "./update.js";
import { withAdditions } from "./with-additions.js";

/** A value that is spelled only where somebody reads it. It must not change until then. */
export interface Unspelled {
  spell(): string;
}

/** Attributes of a span, some of which are yet to be spelled. */
export type ExternalAttributes = Record<string, AttributeValue | Unspelled | undefined>;

export function spelled(attributes: ExternalAttributes): Attributes {
  const plain: Attributes = {};
  for (const key in attributes) {
    const value = attributes[key];
    plain[key] = typeof value === "object" && "spell" in value ? value.spell() : value;
  }
  return plain;
}

/** What a run keeps of a call that an instrumentation recorded: its attributes, read as those of any span are. */
export class ExternalRecord implements Recorded {
  /** In the order in which they were told; merged only where somebody reads them. */
  readonly attributes: ExternalAttributes[];
  readonly startTimeMs: number;
  readonly time: RunTime;
  endTimeMs: number | null = null;
  /** Set where the call failed. */
  error: string | undefined;
  missing: string[] | undefined;
  /** What `stageNextSpan` said of it before it began. */
  staged: readonly SpanUpdate[] = [];
  /** It came when the trace of its own run had been taken. */
  isLate = false;
  readonly act: string | undefined;
  readonly #name: string;
  readonly #traceId: string;
  readonly #spanId: string;
  readonly #parentSpanId: string | null;

  constructor(name: string, { traceId, spanId, parentSpanId }: StartedSpan, attributes: Attributes, time: RunTime) {
    this.#name = name;
    this.act = actOf(name, attributes);
    this.#traceId = traceId;
    this.#spanId = spanId;
    this.#parentSpanId = parentSpanId;
    this.attributes = [attributes];
    this.startTimeMs = time.begin();
    this.time = time;
  }

  toReadSpan(): ReadSpan {
    const [span] = readSpans([
      {
        name: this.#name,
        traceId: this.#traceId,
        spanId: this.#spanId,
        parentSpanId: this.#parentSpanId,
        startTimeUnixMs: this.startTimeMs,
        endTimeUnixMs: this.endTimeMs,
        isOpen: this.endTimeMs === null,
        status: this.error === undefined ? { code: 0 } : { code: 2, message: this.error },
        attributes: Object.assign({}, ...this.attributes.map(spelled), missingAttributes(this.missing)) as Attributes,
        events: [],
        scope: "rehearsal",
        droppedAttributesCount: 0,
      },
    ]);
    if (span === undefined) throw new Error("a recorded call can't be read");
    return withAdditions(span, this.staged);
  }
}

function actOf(name: string, attributes: Attributes): string | undefined {
  if (attributes["gen_ai.operation.name"] !== "execute_tool") return undefined;
  const tool = attributes["gen_ai.tool.name"];
  return `tool "${typeof tool === "string" ? tool : name}"`;
}

export const missingAttributes = (missing: readonly string[] | undefined): Attributes =>
  missing === undefined ? {} : { [own.missing]: JSON.stringify(missing) };
