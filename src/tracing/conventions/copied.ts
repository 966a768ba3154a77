import type { PlainSpan } from "../reading/plain-span.js";

/**
 * Whether OpenInference is but a copy, which an exporter put beside what the span's own maker wrote in the AI SDK's
 * convention or the standard. The copy leaves much out.
 */
export const isCopied = ({ attributes }: PlainSpan): boolean =>
  attributes["openinference.span.kind"] !== undefined &&
  (attributes["ai.operationId"] !== undefined || attributes["gen_ai.operation.name"] !== undefined);

/** What there is only of work that came to its end. */
const outcomes = [
  "ai.toolCall.result",
  "ai.response.finishReason",
  "ai.response.text",
  "ai.response.toolCalls",
  "ai.response.object",
  "gen_ai.tool.call.result",
  "gen_ai.output.messages",
  "gen_ai.response.finish_reasons",
] as const;

/**
 * The exporter that makes such copies of the AI SDK's spans gives the error of one span to all that end after it: those
 * did not fail that have no exception of their own, but an outcome, or the error of a span before them that had one.
 *
 * @returns what sees the spans one after another and gives those their own status
 */
export function ownStatuses(): (span: PlainSpan) => PlainSpan {
  const thrown = new Set<string | undefined>();
  return (span) => (span.status.code === 2 && isInherited(span, thrown) ? { ...span, status: { code: 0 } } : span);
}

function isInherited(span: PlainSpan, thrown: Set<string | undefined>): boolean {
  try {
    if (!isCopied(span)) return false;
    const { message } = span.status;
    if (span.events.some(({ name }) => name === "exception")) {
      thrown.add(message);
      return false;
    }
    return thrown.has(message) || outcomes.some((key) => span.attributes[key] !== undefined);
  } catch {
    // A getter of the user's own may throw.
    return false;
  }
}
