import type * as Yaml from "yaml";
import { camelCase } from "../../test-case/within.js";
import { yamlLibrary } from "./libraries.js";
import { placeOfKey, type Place } from "./rows.js";

/** Finding a place takes a second parse; in larger files the row's number has to do. */
const MAX_LENGTH = 4_000_000;

/** Finds where row `index` of a JSON text, and the value that a path leads to in it, stand in the text. */
export function locate(text: string, list: readonly string[]): (index: number, at: readonly PropertyKey[]) => Place {
  let find: ReturnType<typeof locateIn> | undefined;
  return (index, at) => {
    if (text.length > MAX_LENGTH) return placeOfKey(at);
    const { LineCounter, parseDocument } = yamlLibrary();
    const lines = new LineCounter();
    find ??= locateIn(parseDocument(text, { lineCounter: lines, uniqueKeys: false }), lines, list);
    return find(index, at);
  };
}

export function locateIn(document: Yaml.Document.Parsed, lines: Yaml.LineCounter, list: readonly string[]) {
  return (index: number, at: readonly PropertyKey[]): Place => {
    const start = startOf(document, [...list, index, ...at]);
    if (start === undefined) return placeOfKey(at);
    const { line, col } = lines.linePos(start);
    return { line, character: col, ...placeOfKey(at) };
  };
}

/** The offset of the key, else of the item; where the path leads out of the text, of the last that is there. */
function startOf(document: Yaml.Document.Parsed, path: readonly PropertyKey[]): number | undefined {
  const { isAlias, isMap, isSeq, isNode } = yamlLibrary();
  let node: unknown = document.contents;
  let start: number | undefined;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => keyText(key) === part || camelCase(keyText(key)) === part);
      if (pair === undefined) break;
      start = isNode(pair.key) ? pair.key.range?.[0] : start;
      node = pair.value;
    } else if (isSeq(node) && typeof part === "number") {
      node = node.items[part];
      start = isNode(node) ? node.range?.[0] : start;
    } else break;
  }
  return start;
}

const keyText = (key: unknown): string => (yamlLibrary().isScalar(key) ? String(key.value) : "");
