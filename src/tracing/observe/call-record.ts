import type { Additions } from "./additions.js";
import type { ObserveSpec } from "./observe-options.js";
import type { RunTime } from "../run/run-time.js";
import type { Content } from "./content.js";

/** All that a run keeps of an observed call: contents as they were, everything else a few numbers and shared strings. */
export class CallRecord {
  readonly spec: ObserveSpec;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly startTimeMs: number;
  readonly time: RunTime;
  endTimeMs: number | null = null;
  input: Content | undefined;
  output: Content | undefined;
  /** Set where the call threw. */
  error: string | undefined;
  additions: Additions | undefined;
  missing: string[] | undefined;
  /** While it is open: finds out whether it has ended out of our sight. */
  look: (() => void) | undefined;
  /** A call within it that shares its context. */
  beside: CallRecord | undefined;
  isFreed = false;
  /** What it returned came in parts, of which its words can't be told. */
  hidesWords = false;
  /** Its input was set by hand since the span has begun. */
  isInputSet = false;
  /** It came when the trace of its own run had been taken. */
  isLate = false;

  constructor(spec: ObserveSpec, traceId: string, spanId: string, parentSpanId: string | null, time: RunTime) {
    this.spec = spec;
    this.traceId = traceId;
    this.spanId = spanId;
    this.parentSpanId = parentSpanId;
    this.startTimeMs = time.begin();
    this.time = time;
  }

  /** What an agent does, and must not do unseen. */
  get act(): string | undefined {
    const { type, name } = this.spec;
    return type === "tool" || type === "retriever" ? `${type} "${name}"` : undefined;
  }

  /** Lets go of what it holds: its trace was taken. A call that is still open does so as it ends. */
  free(): void {
    this.isFreed = true;
    if (this.endTimeMs === null) return;
    this.input = undefined;
    this.output = undefined;
    this.additions = undefined;
    this.look = undefined;
  }

  miss(what: "input" | "output", reason: string): void {
    (this.missing ??= []).push(`${what} not recorded (${reason})`);
  }
}
