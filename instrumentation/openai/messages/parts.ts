import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../../shared/content.js";
import { Written, type Part, type Spellable } from "../../shared/json.js";

export type Fields = Readonly<Record<string, unknown>>;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The parts of a message in OpenTelemetry's GenAI conventions; what may not be recorded makes none. */
export function textPart(text: unknown, content: Content): readonly Part[] {
  const kept = typeof text === "string" ? content.allowed(text) : undefined;
  return kept === undefined ? [] : [{ type: "text", content: kept }];
}

/** What a message says: text, or parts of text, pictures, sounds and files, in the words of either API. */
export function contentParts(given: unknown, content: Content): readonly Part[] {
  if (typeof given === "string") return textPart(given, content);
  return listOf(given).flatMap((part) => (isObject(part) ? contentPart(part, content) : textPart(part, content)));
}

function contentPart(part: Fields, content: Content): readonly Part[] {
  const type = textOf(part.type) ?? "text";
  if (type.endsWith("text")) return textPart(part.text, content);
  // What the assistant says instead of an answer is what its user reads.
  if (type === "refusal") return textPart(part.refusal, content);
  const modality = type.includes("image") ? "image" : type.includes("audio") ? "audio" : "document";
  const inner = [part.image_url, part.input_audio, part.file].find(isObject) ?? part;
  const id = textOf(inner.file_id);
  if (id !== undefined) return [{ type: "file", modality, file_id: id }];
  const url = [inner.url, part.image_url, part.file_url].map(textOf).find((each) => each !== undefined);
  if (url === undefined || url.startsWith("data:")) return [blobPart(modality, mimeOf(url, inner), content)];
  const uri = content.allowed(url);
  return uri === undefined ? [] : [{ type: "uri", modality, uri }];
}

/** Pictures and sounds never go on record: spans of many megabytes are lost on their way. */
export function blobPart(modality: string, mime: string | undefined, content: Content, transcript?: string): Part {
  content.miss("pictures, sounds and files in its messages not recorded");
  return { type: "blob", modality, mime_type: mime, transcript };
}

function mimeOf(url: string | undefined, inner: Fields): string | undefined {
  const format = textOf(inner.format);
  return /^data:([^;,]+)/.exec(url ?? "")?.[1] ?? (format === undefined ? undefined : `audio/${format}`);
}

/** Text that is JSON, or any other value as it is now. */
export function written(value: unknown, content: Content): Written | undefined {
  const text = typeof value === "string" ? content.data(value) : content.value(value);
  return text === undefined ? undefined : new Written(text);
}

/** A call that the model asks for. `args` is the text that it wrote. */
export function callPart(id: unknown, name: unknown, args: unknown, content: Content): Part {
  const given = written(args === "" ? {} : args, content);
  return { type: "tool_call", id: textOf(id), name: textOf(name) ?? "", arguments: given };
}

/** What a tool handed back; models want it as text or as parts of text. */
export function resultPart(id: unknown, given: unknown, content: Content): Part {
  return { type: "tool_call_response", id: textOf(id), response: resultOf(given, content) };
}

function resultOf(given: unknown, content: Content): Spellable | undefined {
  if (typeof given === "string") return content.allowed(given);
  const texts = listOf(given).map((part) => (isObject(part) ? textOf(part.text) : undefined));
  const isText = texts.length > 0 && texts.every((text) => text !== undefined);
  return isText ? content.allowed(texts.join("")) : written(given, content);
}

export function reasoningPart(text: unknown, content: Content): readonly Part[] {
  const kept = typeof text === "string" && text !== "" ? content.allowed(text) : undefined;
  return kept === undefined ? [] : [{ type: "reasoning", content: kept }];
}
