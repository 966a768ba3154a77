import { messageOf } from "../errors.js";
import { toJson, type JsonObject, type JsonValue } from "../test-case/json.js";

export type ReadJson = { readonly value: JsonValue } | { readonly problem: string };

/**
 * The JSON value in a model's answer: the whole text, else the first balanced object or array in it that is JSON, in
 * the Markdown fence where there is one. Nothing is repaired, and no piece is taken out of something broken: that would
 * not be what the model said.
 */
export function jsonInText(text: string, schema: JsonObject = {}): ReadJson {
  const whole = parse(text, schema);
  if (whole.parsed) return whole.read;
  const fenced = insideFence(text);
  const bare = fenced === null ? null : parse(fenced, schema);
  if (bare?.parsed === true) return bare.read;
  let problem = whole.read;
  for (const candidate of balanced(fenced !== null && /[{[]/.test(fenced) ? fenced : text)) {
    const { read } = parse(candidate, schema);
    if ("value" in read) return read;
    problem = read;
  }
  return problem;
}

/**
 * From the first opening fence to the last closing one, or to the end of an answer that was cut off. It opens a line: what
 * stands within one may be in a string of the JSON.
 */
function insideFence(text: string): string | null {
  const fence = /^[ \t]*```[\w-]*[ \t]*\r?\n?/m.exec(text);
  if (fence === null) return null;
  const start = fence.index + fence[0].length;
  const close = text.lastIndexOf("```");
  return close > start ? text.slice(start, close) : text.slice(start);
}

/** An answer with more pieces in brackets that are no JSON holds none: each costs an error of the parser. */
const MOST_CANDIDATES = 1000;

/** Top-level objects and arrays, one after the other, until one is not closed. */
function* balanced(text: string): Generator<string> {
  const opening = /[{[]/g;
  for (let left = MOST_CANDIDATES; left > 0; left--) {
    const found = opening.exec(text);
    if (found === null) return;
    const end = balancedEnd(text, found.index);
    if (end === null) return;
    yield text.slice(found.index, end);
    opening.lastIndex = end;
  }
}

/** Where the bracket at `start` is closed, brackets in strings not counted. Null: nowhere. */
function balancedEnd(text: string, start: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return null;
}

function parse(text: string, { type }: JsonObject): { readonly parsed: boolean; readonly read: ReadJson } {
  if (text.trim() === "") return { parsed: false, read: { problem: "the answer is empty" } };
  let problem: string | undefined;
  try {
    const value = toJson(JSON.parse(text), (_, message) => (problem ??= message));
    if (typeof type === "string" && !fits(value, type)) problem ??= `expected ${type}, got ${typeOf(value)}`;
    return { parsed: true, read: problem === undefined ? { value } : { problem } };
  } catch (error) {
    return { parsed: false, read: { problem: messageOf(error) } };
  }
}

const typeOf = (value: JsonValue) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Only the kind of the outermost value: whoever asked checks the rest. */
const fits = (value: JsonValue, type: string) =>
  type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
