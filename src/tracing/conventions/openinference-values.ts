import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { textOf } from "../reading/attributes.js";
import { jsonOf } from "../reading/json-text.js";
import { isPlaceholder } from "../reading/placeholders.js";
import type { PlainSpan } from "../reading/plain-span.js";

type Attributes = PlainSpan["attributes"];

/** An attribute, unless it is hidden. */
export const shown = (value: unknown): unknown => (isPlaceholder(value) ? undefined : value);

/** `input.value` or `output.value`. Plain text stays text, though it may spell a number; objects and lists are read. */
export function valueOf(attributes: Attributes, side: "input" | "output"): JsonValue | undefined {
  const value = shown(attributes[`${side}.value`]);
  if (typeof value !== "string") return jsonOf(value);
  const isText = attributes[`${side}.mime_type`] === "text/plain" && !/^\s*[[{]/.test(value);
  return isText ? value : jsonOf(value);
}

/** The same as the text that it is, where it is no JSON. */
export function plainTextOf(attributes: Attributes, side: "input" | "output"): string | undefined {
  const isJson = attributes[`${side}.mime_type`] === "application/json";
  const value = shown(attributes[`${side}.value`]);
  return isJson || typeof value !== "string" ? undefined : value;
}

export function metadataOf(attributes: Attributes): JsonObject | undefined {
  const metadata = textOf(attributes.metadata);
  const parsed = metadata === undefined || metadata === "{}" ? undefined : jsonOf(metadata);
  return isJsonObject(parsed) ? parsed : undefined;
}

const hidden = 'content was hidden by its instrumentation ("hideInputs", "hideOutputs", …)';

/** Says so where what went in or came out is hidden. */
export const hiddenNote = (attributes: Attributes): readonly string[] =>
  isPlaceholder(attributes["input.value"]) || isPlaceholder(attributes["output.value"]) ? [hidden] : [];
