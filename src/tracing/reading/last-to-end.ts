import type { ReadSpan } from "./read-span.js";

/** The one of `spans` that ended last; of those that ended together the later one. */
export function lastToEnd(spans: readonly ReadSpan[]): ReadSpan | undefined {
  let last: ReadSpan | undefined;
  for (const span of spans) {
    if (last === undefined || (endOf(span) >= endOf(last) && !seemsWithin(span, last))) last = span;
  }
  return last;
}

export const endOf = ({ endTimeMs }: ReadSpan): number => endTimeMs ?? Infinity;

/** Where each span is a trace of its own, only times tell what lies within what, and these are cut down to milliseconds. */
export const seemsWithin = (inner: ReadSpan, outer: ReadSpan): boolean =>
  inner.traceId !== outer.traceId && inner.startTimeMs < endOf(outer) && endOf(inner) - endOf(outer) < 1;
