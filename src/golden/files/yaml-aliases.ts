import type * as Yaml from "yaml";
import { yamlLibrary } from "./libraries.js";

/** Ten aliases of ten aliases of ten aliases … are a small file and more values than any memory holds. */
const MAX_EXPANDED = 5_000_000;

/** Why the aliases of a document can't be followed; undefined where they can. */
export function aliasFault(document: Yaml.Document.Parsed): { offset?: number; message: string } | undefined {
  const { visit } = yamlLibrary();
  // One walk: the library's own `resolve` walks through the whole document for each alias.
  const anchors = new Map<string, Yaml.Node>();
  const targets = new Map<Yaml.Node, Yaml.Node>();
  let dangling: Yaml.Alias | undefined;
  visit(document, {
    Value: (_, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias: (_, alias) => {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
      else dangling ??= alias;
    },
  });
  if (dangling !== undefined) {
    const offset = dangling.range?.[0];
    const message = `no anchor &${dangling.source} stands before the alias *${dangling.source}`;
    return { message, ...(offset !== undefined && { offset }) };
  }
  if (expandedSize(document.contents, targets) <= MAX_EXPANDED) return undefined;
  return { message: "the aliases of the file refer to each other and would fill the memory" };
}

/** How many values a document holds once every alias is replaced by what it stands for; infinite for a cycle. */
function expandedSize(contents: unknown, targets: ReadonlyMap<Yaml.Node, Yaml.Node>): number {
  const { isMap, isNode, isSeq } = yamlLibrary();
  const known = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    if (!isNode(node)) return 1;
    const before = known.get(node);
    if (before !== undefined) return before;
    // Whoever comes back here before the size is known has found a cycle.
    known.set(node, Infinity);
    const target = targets.get(node);
    const parts = isMap(node)
      ? node.items.map(({ value }) => value)
      : isSeq(node)
        ? node.items
        : target
          ? [target]
          : [];
    const size = parts.reduce<number>((sum, part) => sum + sizeOf(part), 1);
    known.set(node, size);
    return size;
  };
  return sizeOf(contents);
}
