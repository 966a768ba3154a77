import type { PlainSpan } from "./plain-span.js";
import type { Reading } from "./read-span.js";
import { textOf } from "./attributes.js";

/** What became of a tool call that a simulation had a say in, on the span of whoever recorded it. */
export const INTERCEPTED = "rehearsal.intercepted";

/** The same reading with that in it: a call that was refused never ran. */
export function withIntercepted(reading: Reading, { attributes }: Pick<PlainSpan, "attributes">): Reading {
  const did = textOf(attributes[INTERCEPTED]);
  if (did === undefined) return reading;
  const { metadata, call } = reading;
  return {
    ...reading,
    metadata: { ...metadata, intercepted: did },
    ...(call !== undefined && did === "refused" && { call: { ...call, executed: false } }),
  };
}
