import type { ToolCall } from "../../test-case/tool-call.js";
import type { TraceTurn } from "../../test-case/trace.js";
import type { PlacedCall } from "./join-calls.js";
import type { Document, ReadSpan } from "./read-span.js";
import type { Found } from "./retrieval.js";
import type { SpanTree } from "./span-tree.js";
import type { Exchanged } from "./turns.js";

/**
 * The turns of a trace. Where it holds several, each with the calls and the passages of its own: of the exchange that
 * they lie within, else of the one that had begun last before them.
 */
export function turnsWithWork(
  exchanges: readonly Exchanged[],
  placed: readonly PlacedCall[],
  found: readonly Found[],
  tree: SpanTree,
  knows: { readonly tools: boolean; readonly retrieval: boolean },
): readonly TraceTurn[] {
  if (exchanges.length < 2 || !(knows.tools || knows.retrieval)) return exchanges.map(({ turn }) => turn);
  const places = new Map<ReadSpan, number>();
  exchanges.forEach(({ spans }, index) => {
    for (const span of spans) places.set(span, index);
  });
  const starts = exchanges
    .map(({ spans }, index) => ({ index, at: spans[0]?.startTimeMs ?? Infinity }))
    .sort((a, b) => a.at - b.at);
  const placeOf = (span: ReadSpan, at: number): number => {
    const inside = places.has(span) ? span : tree.nearest(span, (up) => places.has(up));
    return (inside === undefined ? undefined : places.get(inside)) ?? lastBefore(starts, at);
  };
  const calls = exchanges.map((): ToolCall[] => []);
  const documents = exchanges.map((): Document[] => []);
  for (const { call, at, by } of placed) calls[placeOf(by, at)]?.push(call);
  for (const { span, documents: those } of found) documents[placeOf(span, span.startTimeMs)]?.push(...those);
  return exchanges.map(({ turn }, index) => ({
    ...turn,
    ...(knows.tools && { toolsCalled: calls[index] ?? [] }),
    ...(knows.retrieval && { retrievalContext: documents[index] ?? [] }),
  }));
}

/** Of what came before all the first. */
function lastBefore(starts: readonly { readonly index: number; readonly at: number }[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle]?.at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return starts[Math.max(0, low - 1)]?.index ?? 0;
}
