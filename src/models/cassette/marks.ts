import { isJsonList, isJsonObject, type JsonValue } from "../../test-case/json.js";
import { REDACTED } from "./secrets.js";

/**
 * Whether two requests are equal but for secrets: a program that was given the mark in place of a token passes the mark on,
 * where the recorded one passed on the token, in part of a text or under a name that tells nothing.
 */
export function equalButForMarks(a: JsonValue, b: JsonValue): boolean {
  if (isJsonList(a) && isJsonList(b)) return a.length === b.length && a.every((item, at) => equal(item, b[at]));
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]))
    );
  }
  if (a === b) return true;
  if (typeof a === "object" || typeof b === "object") return false;
  return fits(String(a), String(b)) || fits(String(b), String(a));
}

const equal = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  a !== undefined && b !== undefined && equalButForMarks(a, b);

export const hasMark = (value: JsonValue): boolean => JSON.stringify(value).includes(REDACTED);

/** Whether a text is the same as one with marks in it, whatever stands in their places: a mark for a number has quotes. */
const fits = (marked: string, text: string): boolean =>
  fitsParts(marked.split(REDACTED), text) || fitsParts(marked.split(/\\?"\[redacted\]\\?"/), text);

function fitsParts(parts: readonly string[], text: string): boolean {
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  if (parts.length < 2 || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at;
}
