import { now } from "../clock.js";
import type { PlainSpan } from "../reading/plain-span.js";

/** What the times of a run are taken from, in milliseconds. */
export interface RunTime {
  now(): number;
  /** The same for what begins: after all that began before, also on a clock that stands still meanwhile. */
  begin(): number;
}

export const processTime: RunTime = { now, begin: now };

/** What somebody else timed by the clock of the world, so many milliseconds away. */
export function movedBy(offsetMs: number, span: PlainSpan): PlainSpan {
  if (offsetMs === 0) return span;
  const { startTimeUnixMs: start, endTimeUnixMs: end } = span;
  return {
    ...span,
    startTimeUnixMs: start === null ? null : start + offsetMs,
    endTimeUnixMs: end === null ? null : end + offsetMs,
  };
}
