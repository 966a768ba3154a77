import { documentsOf, textOfDocument } from "./documents.js";
import type { PlacedCall } from "./join-calls.js";
import type { ReadSpan } from "./read-span.js";
import type { Found } from "./retrieval.js";
import type { SpanTree } from "./span-tree.js";

/** Passages with those that a tool handed over whose own span does not show them, or that has none. */
export interface Told {
  readonly found: readonly Found[];
  /** Spans of tools that show nothing, where a model was told what they found. */
  readonly shown: ReadonlySet<ReadSpan>;
  /** Tools without a span of which no model was told in a shape of passages. */
  readonly hidden: readonly string[];
}

/** Adds to what spans of retrievers show what models were told by tools that are retrievers. */
export function withTold(
  found: readonly Found[],
  placed: readonly PlacedCall[],
  isRetriever: (name: string) => boolean,
  tree: SpanTree,
): Told {
  const calls = placed.filter(
    ({ call, by }) =>
      call.executed !== false && call.error === undefined && by.documents === undefined && isRetriever(call.name),
  );
  const shown = new Set<ReadSpan>();
  if (calls.length === 0) return { found, shown, hidden: [] };
  const around = tree.above(found.map(({ span }) => span));
  const texts = new Set(found.flatMap(({ documents }) => documents.map(textOfDocument)));
  const all = found.map((each) => ({ ...each, at: each.span.startTimeMs }));
  const hidden: string[] = [];
  for (const { call, by, at } of calls) {
    const documents = documentsOf(call.output)?.documents;
    if (around.has(by)) shown.add(by);
    else if (documents !== undefined) {
      shown.add(by);
      all.push({ span: by, documents: documents.filter((each) => !texts.has(textOfDocument(each))), at });
    } else if (by.kind !== "tool" && by.hidesDocuments !== true) hidden.push(`tool "${call.name}"`);
  }
  return { found: all.sort((a, b) => a.at - b.at), shown, hidden };
}
