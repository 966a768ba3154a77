import type * as Yaml from "yaml";
import { yamlLibrary } from "./libraries.js";

/** Ten aliases of ten aliases of ten aliases … are a small file and more values than any memory holds. */
export const MAX_EXPANDED = 5_000_000;

/** How many values a document holds once every alias is replaced by what it stands for; infinite for a cycle. */
export function expandedSize(document: Yaml.Document.Parsed): number {
  const { isAlias, isMap, isNode, isSeq } = yamlLibrary();
  if (!hasAlias(document)) return 0;
  const known = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    if (!isNode(node)) return 1;
    const before = known.get(node);
    if (before !== undefined) return before;
    // Whoever comes back here before the size is known has found a cycle.
    known.set(node, Infinity);
    const parts = isAlias(node)
      ? [node.resolve(document)]
      : isMap(node)
        ? node.items.flatMap(({ value }) => value)
        : isSeq(node)
          ? node.items
          : [];
    const size = parts.reduce<number>((sum, part) => sum + sizeOf(part), 1);
    known.set(node, size);
    return size;
  };
  return sizeOf(document.contents);
}

function hasAlias(document: Yaml.Document.Parsed): boolean {
  const { visit } = yamlLibrary();
  let found = false;
  visit(document, { Alias: () => ((found = true), visit.BREAK) });
  return found;
}
