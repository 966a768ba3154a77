import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../content.js";
import { json, objectOf, type Json } from "./json.js";

export type Fields = Readonly<Record<string, unknown>>;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const known = (text: unknown): Json | undefined =>
  typeof text === "string" && text !== "" ? json(text) : undefined;

const type = (name: string): Json => `"${name}"` as Json;

/** The parts of a message in OpenTelemetry's GenAI conventions; what may not be recorded makes none. */
export function textPart(text: unknown, content: Content): readonly Json[] {
  const kept = typeof text === "string" ? content.text(text) : undefined;
  return kept === undefined ? [] : [objectOf({ type: type("text"), content: kept })];
}

/** What a message says: text, or parts of text, pictures, sounds and files, in the words of either API. */
export function contentParts(given: unknown, content: Content): readonly Json[] {
  if (typeof given === "string") return textPart(given, content);
  return listOf(given).flatMap((part) => (isObject(part) ? contentPart(part, content) : textPart(part, content)));
}

function contentPart(part: Fields, content: Content): readonly Json[] {
  const kind = textOf(part.type) ?? "text";
  if (kind.endsWith("text")) return textPart(part.text, content);
  // What the assistant says instead of an answer is what its user reads.
  if (kind === "refusal") return textPart(part.refusal, content);
  const modality = kind.includes("image") ? "image" : kind.includes("audio") ? "audio" : "document";
  const inner = [part.image_url, part.input_audio, part.file].find(isObject) ?? part;
  const id = known(inner.file_id);
  if (id !== undefined) return [objectOf({ type: type("file"), modality: type(modality), file_id: id })];
  const url = [inner.url, part.image_url, part.file_url].map(textOf).find((each) => each !== undefined);
  if (url === undefined || url.startsWith("data:")) return [blobPart(modality, mimeOf(url, inner), content)];
  const uri = content.text(url);
  return uri === undefined ? [] : [objectOf({ type: type("uri"), modality: type(modality), uri })];
}

/** Pictures and sounds never go on record: spans of many megabytes are lost on their way. */
export function blobPart(modality: string, mime: string | undefined, content: Content, transcript?: Json): Json {
  content.miss("pictures, sounds and files in its messages not recorded");
  return objectOf({ type: type("blob"), modality: type(modality), mime_type: known(mime), transcript });
}

function mimeOf(url: string | undefined, inner: Fields): string | undefined {
  const format = textOf(inner.format);
  return /^data:([^;,]+)/.exec(url ?? "")?.[1] ?? (format === undefined ? undefined : `audio/${format}`);
}

/** A call that the model asks for. `args` is the text that it wrote. */
export function callPart(id: unknown, name: unknown, args: unknown, content: Content): Json {
  const given = typeof args === "string" && args !== "" ? content.json(args) : content.value(args === "" ? {} : args);
  return objectOf({ type: type("tool_call"), id: known(id), name: json(textOf(name) ?? ""), arguments: given });
}

/** What a tool handed back; models want it as text or as parts of text. */
export function resultPart(id: unknown, given: unknown, content: Content): Json {
  const texts = listOf(given).map((part) => (isObject(part) ? textOf(part.text) : undefined));
  const isText = texts.length > 0 && texts.every((text) => text !== undefined);
  const response = content.value(isText ? texts.join("") : given);
  return objectOf({ type: type("tool_call_response"), id: known(id), response });
}

export function reasoningPart(text: unknown, content: Content): readonly Json[] {
  const kept = typeof text === "string" && text !== "" ? content.text(text) : undefined;
  return kept === undefined ? [] : [objectOf({ type: type("reasoning"), content: kept })];
}
