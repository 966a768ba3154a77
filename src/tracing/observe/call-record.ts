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
  /** The nearest observed tool that it is a call of, or within. */
  tool: ObserveSpec | undefined;
  /** A tool's call within that of another observed one which does not wrap it: not the same work once more. */
  isApart = false;
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

  /** @param around the observed call that it is made in */
  placeWithin(around: CallRecord | undefined): void {
    // What an instrumentation runs is its tool's, whoever observes that as well.
    if (this.spec.isFiltered === true) return;
    const outer = around?.tool;
    const isTool = this.spec.type === "tool";
    this.isApart = isTool && outer !== undefined && !isWrapping(outer, this.spec);
    this.tool = isTool ? this.spec : outer;
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

function isWrapping(outer: ObserveSpec, inner: ObserveSpec): boolean {
  for (let spec = outer.wraps; spec !== undefined; spec = spec.wraps) if (spec === inner) return true;
  return false;
}
