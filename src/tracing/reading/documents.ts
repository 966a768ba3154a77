import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import { isPlaceholder } from "./placeholders.js";
import type { Document, Mutable } from "./read-span.js";

const textKeys = ["context", "text", "content", "pageContent", "page_content", "document", "chunk", "snippet", "body"];
const listKeys = [
  "documents",
  "docs",
  "results",
  "matches",
  "hits",
  "chunks",
  "nodes",
  "contexts",
  "passages",
  "items",
];
const idKeys = ["id", "_id", "documentId", "document_id", "docId", "doc_id", "chunkId", "chunk_id", "file_id"];
const sourceKeys = ["source", "url", "uri", "file", "filename", "path", "title"];
const scoreKeys = ["score", "similarity", "relevance_score", "relevanceScore"];

/** What a retriever handed over. `withoutText` names the documents that recorded an id or a score, but no passage. */
export interface Documents {
  readonly documents: readonly Document[];
  readonly withoutText: readonly string[];
}

/**
 * Reads what retrievers of many makes return: a list (or an object that holds one) of strings or of objects whose
 * passage is called `context`, `text`, `content`, `pageContent`, `document`, …, also one level down in `document`,
 * `node` or `metadata`. Undefined: this is no list of documents.
 */
export function documentsOf(value: JsonValue | undefined): Documents | undefined {
  const items = itemsOf(value);
  if (items === undefined) return undefined;
  const documents: Document[] = [];
  const withoutText: string[] = [];
  items.forEach((item, index) => {
    const document = documentOf(item);
    if (document === undefined) withoutText.push(nameOf(item) ?? `number ${String(index + 1)}`);
    else documents.push(document);
  });
  return { documents, withoutText };
}

export const textOfDocument = (document: Document): string =>
  typeof document === "string" ? document : document.context;

/** Says which documents had no text, where some had none. */
export function withoutText(found: Documents | undefined): string | undefined {
  const names = found?.withoutText ?? [];
  return names.length === 0 ? undefined : `retrieved documents without text: ${names.join(", ")}`;
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  if (typeof value === "string") return value.trim() === "" || isPlaceholder(value) ? undefined : [value];
  if (!isJsonObject(value)) return undefined;
  for (const key of listKeys) {
    const inner = value[key];
    if (Array.isArray(inner)) return inner as readonly JsonValue[];
  }
  return passageOf(value) === undefined ? undefined : [value];
}

function documentOf(item: JsonValue): Document | undefined {
  if (typeof item === "string") return item.trim() === "" || isPlaceholder(item) ? undefined : item;
  if (!isJsonObject(item)) return undefined;
  const inner = innerOf(item);
  const found = passageOf(item) ?? passageOf(inner);
  if (found === undefined) return undefined;
  const metadata = isJsonObject(item.metadata) ? item.metadata : isJsonObject(inner.metadata) ? inner.metadata : {};
  const places = [item, inner, metadata];
  const id = pick(places, idKeys, scalarText);
  const source = pick(places, sourceKeys, scalarText);
  const score = pick(places, scoreKeys, (value) => (typeof value === "number" ? value : undefined));
  const rest = Object.keys(metadata).length > 0 ? metadata : undefined;
  if (id === undefined && source === undefined && score === undefined && rest === undefined) return found;
  const document: Mutable<RetrievedContext> = { context: found };
  if (source !== undefined) document.source = source;
  if (id !== undefined) document.id = id;
  if (score !== undefined) document.score = score;
  if (rest !== undefined) document.metadata = rest;
  return document;
}

function innerOf(item: JsonObject): JsonObject {
  for (const key of ["document", "node", "payload", "fields", "metadata"]) {
    const inner = item[key];
    if (isJsonObject(inner)) return inner;
  }
  return {};
}

function passageOf(item: JsonObject): string | undefined {
  for (const key of textKeys) {
    const value = item[key];
    if (typeof value === "string" && value.trim() !== "" && !isPlaceholder(value)) return value;
  }
  return undefined;
}

function pick<T>(
  places: readonly JsonObject[],
  keys: readonly string[],
  take: (value: JsonValue | undefined) => T | undefined,
): T | undefined {
  for (const place of places) {
    for (const key of keys) {
      const taken = take(place[key]);
      if (taken !== undefined) return taken;
    }
  }
  return undefined;
}

function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

const nameOf = (item: JsonValue): string | undefined =>
  isJsonObject(item) ? pick([item, innerOf(item)], idKeys, scalarText) : undefined;
