import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../content.js";

/** A part of a message in OpenTelemetry's GenAI conventions. */
export type Part = Readonly<Record<string, unknown>>;

/** A message in these conventions. */
export interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
  readonly name?: string | undefined;
  readonly finish_reason?: string | undefined;
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export function textPart(text: unknown, content: Content): readonly Part[] {
  const kept = typeof text === "string" ? content.text(text) : undefined;
  return kept === undefined ? [] : [{ type: "text", content: kept }];
}

/** What a message says: text, or parts of text, pictures, sounds and files, in the words of either API. */
export function contentParts(given: unknown, content: Content): readonly Part[] {
  if (typeof given === "string") return textPart(given, content);
  return listOf(given).flatMap((part) => (isObject(part) ? contentPart(part, content) : textPart(part, content)));
}

function contentPart(part: Part, content: Content): readonly Part[] {
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
  const uri = content.text(url);
  return uri === undefined ? [] : [{ type: "uri", modality, uri }];
}

/** Pictures and sounds never go on record: spans of many megabytes are lost on their way. */
export function blobPart(modality: string, mime: string | undefined, content: Content): Part {
  content.miss("pictures, sounds and files in its messages not recorded");
  return { type: "blob", modality, ...(mime !== undefined && { mime_type: mime }) };
}

function mimeOf(url: string | undefined, inner: Part): string | undefined {
  const format = textOf(inner.format);
  return /^data:([^;,]+)/.exec(url ?? "")?.[1] ?? (format === undefined ? undefined : `audio/${format}`);
}

/** A call that the model asks for. `args` is the text that it wrote. */
export function callPart(id: unknown, name: unknown, args: unknown, content: Content): Part {
  const kept = typeof args === "string" && args !== "" ? content.json(args) : content.value(args === "" ? {} : args);
  return { type: "tool_call", id: textOf(id), name: textOf(name) ?? "", arguments: kept };
}

/** What a tool handed back; models want it as text or as parts of text. */
export function resultPart(id: unknown, given: unknown, content: Content): Part {
  const texts = listOf(given).map((part) => (isObject(part) ? textOf(part.text) : undefined));
  const isText = texts.length > 0 && texts.every((text) => text !== undefined);
  const response = content.value(isText ? texts.join("") : given);
  return { type: "tool_call_response", id: textOf(id), response };
}

export function reasoningPart(text: unknown, content: Content): readonly Part[] {
  const kept = typeof text === "string" && text !== "" ? content.text(text) : undefined;
  return kept === undefined ? [] : [{ type: "reasoning", content: kept }];
}
