import type { ToolCall } from "../../test-case/tool-call.js";
import type { Trace, TraceSpan } from "../../test-case/trace.js";
import { toolKey } from "../../test-case/tool-names.js";

/** A call and its number in its turn, from 1. */
export interface NumberedCall {
  readonly call: ToolCall;
  readonly position: number;
}

/**
 * The calls of a trace without those that lie within one of the same tool, which is wrapped more than once: that they are
 * one is seen where names and arguments are spelled alike, and here also where they are not.
 */
export function outermostCalls({ toolsCalled, spans }: Pick<Trace, "toolsCalled" | "spans">): readonly NumberedCall[] {
  const numbered = toolsCalled.map((call, index) => ({ call, position: index + 1 }));
  const keys = toolsCalled.map(({ name }) => toolKey(name));
  if (new Set(keys).size === keys.length) return numbered;
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const own = toolsCalled.map((call) =>
    spans.filter(({ kind, startTimeMs }) => kind === "tool" && startTimeMs === call.startTimeMs),
  );
  const isWithin = (inner: number, outer: number): boolean =>
    inner !== outer &&
    keys[inner] === keys[outer] &&
    (own[inner] ?? []).some((span) => (own[outer] ?? []).some((around) => isUnder(span, around, byId)));
  return numbered.filter((_, inner) => !numbered.some((__, outer) => isWithin(inner, outer)));
}

function isUnder(span: TraceSpan, around: TraceSpan, byId: ReadonlyMap<string, TraceSpan>): boolean {
  let { parentSpanId } = span;
  // A damaged trace may be a ring.
  for (let steps = 0; parentSpanId !== null && steps <= byId.size; steps += 1) {
    if (parentSpanId === around.spanId) return true;
    parentSpanId = byId.get(parentSpanId)?.parentSpanId ?? null;
  }
  return false;
}
