import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { textOf } from "../reading/attributes.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { jsonOf } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { listOf, type Nested } from "../reading/unflatten.js";

const RESULT = "db.query.result";
const OLD_RESULTS = "db.vector.query.result";

/** A query of a vector database as OpenLLMetry records it: an event for each result, in older versions one for all. */
export const readTraceloopVectors: ConventionReader = (span) => {
  const results = resultsOf(span);
  if (results.length === 0 && !isQuery(span)) return undefined;
  const found = results.length === 0 ? undefined : documentsOf(results);
  const untold = withoutText(found);
  return {
    kind: "retriever",
    documents: found?.documents,
    output: results.length === 0 ? undefined : results,
    missing: untold === undefined ? undefined : [untold],
  };
};

/** The same reading with what a vector database answered within the span, whoever else reads that. */
export function withVectors(reading: Reading, span: PlainSpan): Reading {
  if (span.events.length === 0 || reading.documents !== undefined) return reading;
  const results = span.events.some(({ name }) => name === RESULT || name.startsWith(OLD_RESULTS))
    ? resultsOf(span)
    : [];
  const found = results.length === 0 ? undefined : documentsOf(results);
  return found === undefined ? reading : { ...reading, documents: found.documents };
}

const isQuery = ({ events, attributes }: PlainSpan): boolean =>
  attributes["db.vector.query.top_k"] !== undefined || events.some(({ name }) => name === "db.query.embeddings");

function resultsOf({ events, attributes }: PlainSpan): readonly JsonValue[] {
  const told = events.flatMap((event) =>
    event.name === RESULT
      ? [resultOf((key) => event.attributes[`${RESULT}.${key}`])]
      : event.name.startsWith(OLD_RESULTS)
        ? listOf(event.attributes, OLD_RESULTS).map(oldResult)
        : [],
  );
  return told.length > 0 || attributes["db.system"] === undefined
    ? told
    : listOf(attributes, OLD_RESULTS).map(oldResult);
}

const oldResult = (item: Nested): JsonValue => resultOf((key) => item[key]);

function resultOf(field: (key: string) => unknown): JsonValue {
  const distance = field("distance");
  const score = field("score");
  const metadata = jsonOf(field("metadata"));
  const more = isJsonObject(metadata) ? metadata : {};
  const id = field("id");
  return {
    document: textOf(field("document")) ?? null,
    id: typeof id === "number" ? String(id) : (textOf(id) ?? null),
    score: isNumber(score) ? score : null,
    // How far off a passage is says the opposite of a score.
    metadata: isNumber(distance) ? { ...more, distance } : more,
  };
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
