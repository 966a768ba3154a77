import type { ToolCall } from "../../test-case/tool-call.js";
import type { Trace, TraceSpan } from "../../test-case/trace.js";
import { knowsTools } from "../reading/missing.js";

/** The calls that ran within an agent's or a chain's span. Undefined: of another span, or not known. */
export function callsWithin(span: TraceSpan, trace: Trace): readonly ToolCall[] | undefined {
  if ((span.kind !== "agent" && span.kind !== "chain") || !knowsTools(trace)) return undefined;
  const byId = new Map(trace.spans.map((each) => [each.spanId, each]));
  const isWithin = (tool: TraceSpan): boolean => {
    const seen = new Set<TraceSpan>();
    for (let up: TraceSpan | undefined = tool; up !== undefined && !seen.has(up); up = parentOf(up, byId)) {
      if (up === span) return true;
      seen.add(up);
    }
    return false;
  };
  const left = [...trace.toolsCalled];
  return trace.spans
    .filter((each) => each.kind === "tool" && isWithin(each))
    .flatMap((tool) => {
      const index = left.findIndex(({ startTimeMs }) => startTimeMs === tool.startTimeMs);
      return index < 0 ? [] : left.splice(index, 1);
    });
}

const parentOf = ({ parentSpanId }: TraceSpan, byId: ReadonlyMap<string, TraceSpan>): TraceSpan | undefined =>
  parentSpanId === null ? undefined : byId.get(parentSpanId);
