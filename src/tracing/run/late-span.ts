import type { PlainSpan } from "../reading/plain-span.js";
import type { ReadSpan } from "../reading/read-span.js";
import { readSpans } from "../reading/read-trace.js";
import { hasTestCase, isNextOf, noteLate } from "./late-calls.js";
import { openRuns } from "./open-run.js";
import type { Recorded, RunIdentity } from "./run-store.js";
import { movedBy } from "./run-time.js";

/** A run that is over, as far as what comes late has to know it. */
export interface EndedRun extends RunIdentity {
  /** From the time of the world to that of the run, in milliseconds. */
  readonly offsetMs: number;
  /** Ids of the spans of tools that it has, with the tool that each is of. */
  readonly tools: Map<string, string>;
}

/** Spans of tools by their ids, with the name of the tool. */
export const toolsIn = (spans: readonly ReadSpan[]): Map<string, string> =>
  new Map(spans.flatMap((span): [string, string][] => (span.kind === "tool" ? [[span.spanId, toolOf(span)]] : [])));

const toolOf = ({ call, name }: ReadSpan): string => call?.name ?? name;

/**
 * Takes in a span of another process that came when the trace of its run had been taken. A call of a tool goes to the test
 * case of its conversation, where its own turn has it; where nobody makes one, to the next turn. False: it is none, or
 * the run has it already, as a span that was sent twice or from the other end of the call.
 */
export function addLateSpan(span: PlainSpan, ended: EndedRun): boolean {
  const read = readSpans([span])[0];
  if (read?.kind !== "tool") return false;
  const tool = toolOf(read);
  const isKnown = ended.tools.has(span.spanId) || ended.tools.get(span.parentSpanId ?? "") === tool;
  ended.tools.set(span.spanId, tool);
  if (isKnown) return false;
  const record = new LateSpan(span, `tool "${tool}"`, ended.offsetMs);
  for (const run of hasTestCase(ended.conversationId) ? [] : openRuns()) {
    if (!isNextOf(ended, run.ids)) continue;
    run.add(record);
    return true;
  }
  // Whoever listens for other processes warns of it, and knows what to do about it.
  noteLate(record, record.act, ended, false);
  return true;
}

class LateSpan implements Recorded {
  readonly act: string;
  readonly endTimeMs: number;
  readonly isLate = true;
  readonly isRemote = true;
  readonly #span: PlainSpan;

  constructor(span: PlainSpan, act: string, offsetMs: number) {
    this.#span = movedBy(offsetMs, span);
    this.act = act;
    this.endTimeMs = this.#span.endTimeUnixMs ?? this.#span.startTimeUnixMs ?? 0;
  }

  toReadSpan(): ReadSpan {
    const [read] = readSpans([this.#span]);
    if (read === undefined) throw new Error("a span that came late can't be read");
    return read;
  }
}
