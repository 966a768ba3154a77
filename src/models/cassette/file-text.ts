import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { RehearsalError } from "../../errors.js";
import { isJsonList, isJsonObject, put, type JsonValue } from "../../test-case/json.js";
import { tryParse } from "../../test-case/schema.js";
import { recordingSchema, type Recording } from "./recording.js";

const FORMAT = 1;

/** A recording as it stands in a file. */
export const recordingText = (recording: Recording): string =>
  // By line feeds alone: a pattern for lines takes separators within a text, as U+2028, for ends of them too.
  JSON.stringify(inLines(recording as unknown as JsonValue), null, 2)
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");

export const fileText = (recordings: readonly string[]): string =>
  `{\n  "cassette": ${String(FORMAT)},\n  "recordings": [\n${recordings.join(",\n")}\n  ]\n}\n`;

/** Throws `invalid_file`, with the line, for what is no cassette. */
export function readFileText(path: string, text: string): Recording[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw broken(path, syntaxFault(text, error instanceof Error ? error.message : ""));
  }
  const { cassette, recordings } = (file ?? {}) as { readonly cassette?: unknown; readonly recordings?: unknown };
  if (cassette !== FORMAT || !Array.isArray(recordings)) {
    const newer = typeof cassette === "number" && cassette > FORMAT;
    const what = newer
      ? `a cassette of format ${String(cassette)}, and this version reads ${String(FORMAT)}`
      : "no cassette";
    throw broken(path, `, line 1: it is ${what}`);
  }
  return recordings.map((recording, index): Recording => {
    const result = tryParse(recordingSchema, outOfLines(recording as JsonValue));
    if ("value" in result) return result.value;
    const [issue] = result.issues;
    const line = lineOf(text, index, issue?.at ?? []);
    const where = issue === undefined || issue.path === "" ? "" : `${issue.path}: `;
    throw broken(path, `, recording ${String(index + 1)}${at(line)}: ${where}${issue?.message ?? ""}`);
  });
}

const broken = (path: string, problem: string): RehearsalError =>
  new RehearsalError(
    "invalid_file",
    `Cassette ${path}${problem}. Take the file back from version control, or record it again ` +
      '(mode "record", or REHEARSAL_CASSETTE=record).',
  );

const at = (line: number | undefined): string => (line === undefined ? "" : `, line ${String(line)}`);

function syntaxFault(text: string, message: string): string {
  const conflict = /^<{7} /m.exec(text);
  if (conflict !== null) return `${at(lineAt(text, conflict.index))}: it holds a merge conflict`;
  if (text.trim() === "") return ": the file is empty";
  const position = /at position (\d+)/.exec(message)?.[1];
  if (/end of JSON|Unterminated/.test(message) || Number(position) >= text.trimEnd().length)
    return `${at(lineAt(text, text.trimEnd().length))}: the file breaks off there`;
  const line = position === undefined ? (quotedLine(text, message) ?? yamlLine(text)) : lineAt(text, Number(position));
  return `${at(line)}: it is no JSON (${message.replace(/( in JSON at position|, (\.\.\.)?").*$/s, "")})`;
}

/** Where it gives no position, the engine quotes what stands around the place, ten letters before it. */
function quotedLine(text: string, message: string): number | undefined {
  const [, cut, quoted = ""] = /, (\.\.\.)?"([^]+)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const offset = text.indexOf(quoted);
  if (quoted === "" || offset === -1 || offset !== text.lastIndexOf(quoted)) return undefined;
  return lineAt(text, offset + (cut === undefined ? 0 : 10));
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

const require = createRequire(import.meta.url);

/** JSON is YAML, whose reader knows lines; it is loaded only when something is wrong. */
function yamlDocument(text: string): Yaml.Document.Parsed {
  return (require("yaml") as typeof Yaml).parseDocument(text, { prettyErrors: false, logLevel: "silent" });
}

function yamlLine(text: string): number | undefined {
  const [error] = yamlDocument(text).errors;
  return error === undefined ? undefined : lineAt(text, error.pos[0]);
}

function lineOf(text: string, index: number, path: readonly PropertyKey[]): number | undefined {
  const document = yamlDocument(text);
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = document.getIn(["recordings", index, ...path.slice(0, depth)], true);
    const range = (node as { readonly range?: readonly number[] } | undefined)?.range;
    if (range?.[0] !== undefined) return lineAt(text, range[0]);
  }
  return undefined;
}

/** A text of several lines as `{ "$lines": [...] }`: so it can be read, and a change of one line is a change of one line. */
function inLines(value: JsonValue): JsonValue {
  if (typeof value === "string") return /\n[^]/.test(value) ? { $lines: value.split("\n") } : value;
  return inside(value, inLines);
}

function outOfLines(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || isJsonList(value)) return inside(value, outOfLines);
  const { $lines: lines, ...others } = value;
  if (lines !== undefined && isJsonList(lines) && Object.keys(others).length === 0)
    return lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  // What the user's own object holds looks like a form of ours and is none.
  const own = value.$object;
  if (own !== undefined && isJsonObject(own) && Object.keys(value).length === 1)
    return { $object: inside(own, outOfLines) };
  return inside(value, outOfLines);
}

function inside(value: JsonValue, change: (item: JsonValue) => JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map(change);
  const made: { [key: string]: JsonValue } = {};
  for (const [key, item] of Object.entries(value)) put(made, key, change(item));
  return made;
}
