import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { textOf } from "../reading/attributes.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { isObject, jsonOf } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Reading } from "../reading/read-span.js";
import { listOf, type Nested } from "../reading/unflatten.js";
import { hiddenNote, metadataOf, plainTextOf, shown, valueOf } from "./openinference-values.js";

/** A retriever or a reranker: `retrieval.documents.*` or `reranker.output_documents.*`, else what it returned. */
export function readOpenInferenceDocuments(span: PlainSpan, kind: "retriever" | "reranker"): Reading {
  const { attributes } = span;
  const output = valueOf(attributes, "output");
  const list = kind === "retriever" ? "retrieval.documents" : "reranker.output_documents";
  const listed = listOf(attributes, list).map(documentIn);
  const found = documentsOf(listed.length > 0 ? listed : output);
  const untold = withoutText(found);
  return {
    kind,
    input: valueOf(attributes, "input"),
    inputText: textOf(attributes["reranker.query"]) ?? plainTextOf(attributes, "input"),
    output,
    documents: found?.documents,
    metadata: metadataOf(attributes),
    missing: [...hiddenNote(attributes), ...(untold === undefined ? [] : [untold])],
  };
}

function documentIn(item: Nested): JsonValue {
  const { content, id, score, metadata } = isObject(item.document) ? item.document : item;
  const more = jsonOf(shown(metadata));
  return {
    content: textOf(shown(content)) ?? null,
    id: typeof id === "string" || typeof id === "number" ? String(id) : null,
    score: typeof score === "number" && Number.isFinite(score) ? score : null,
    metadata: isJsonObject(more) ? more : null,
  };
}
