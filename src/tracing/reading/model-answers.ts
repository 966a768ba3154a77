import { endOf, lastToEnd, seemsWithin } from "./last-to-end.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/**
 * What the last of those said that were asked in turn: models, and agents within. Undefined: not known, since that one
 * failed or did not record it, or since a tool ran after it and whatever was then said is on no record.
 *
 * @param parts in the order in which they started, with the tools that ran between them
 * @param withChains whether what a chain handed over may be the answer
 */
export function answerOfModels(parts: readonly ReadSpan[], withChains: boolean, tree: SpanTree): string | undefined {
  const last = lastToEnd(tree.outermost(parts.filter((span) => speaks(span, withChains))));
  if (last === undefined || parts.some((span) => span.kind === "tool" && ranAfter(span, last))) return undefined;
  const text = last.kind === "llm" ? wordsOf(last, parts, tree) : last.outputText;
  // Of a stream that broke off what came is what the user saw.
  return last.status === "error" && text === "" ? undefined : text;
}

const speaks = ({ kind, outputText, status }: ReadSpan, withChains: boolean): boolean =>
  kind === "llm" ||
  (kind === "agent" && (outputText !== undefined || status === "error")) ||
  (withChains && kind === "chain" && outputText !== undefined);

/** Spans that don't tell when they ended are not followed by those that started together with them. */
const ranAfter = (tool: ReadSpan, last: ReadSpan): boolean =>
  tool.startTimeMs >= endOf(last) && tool.startTimeMs > last.startTimeMs;

/** Of several records of one model call, be they nested or beside each other, any may show them. */
function wordsOf(model: ReadSpan, parts: readonly ReadSpan[], tree: SpanTree): string | undefined {
  if (model.outputText !== undefined && model.outputText !== "") return model.outputText;
  const isSame = (span: ReadSpan): boolean =>
    (seemsWithin(span, model) && span.startTimeMs >= model.startTimeMs) || tree.under(span, (up) => up === model);
  const others = parts.filter((span) => span.kind === "llm" && span !== model && isSame(span));
  const told = [...(tree.twins.get(model) ?? []), ...others].filter(({ outputText }) => outputText !== undefined);
  const telling = told.filter(({ outputText }) => outputText !== "");
  return (lastToEnd(telling) ?? lastToEnd(told))?.outputText ?? model.outputText;
}
