import { nearestKey } from "./nearest-key.js";
import { cut } from "./cut.js";

/** What is wrong with the keys of an options object, if anything: one that nobody reads would be a mistake in silence. */
export function unknownOption(options: object, known: readonly string[]): string | undefined {
  const key = Object.keys(options).find((each) => !known.includes(each));
  if (key === undefined) return undefined;
  const given = JSON.stringify(cut(key, 60));
  const near = nearestKey(key, known);
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return `unknown option ${given}${hint}; known options: ${known.join(", ")}`;
}

/** What is wrong with a value that must be an object of such options. */
export function wrongOptions(options: unknown, known: readonly string[]): string | undefined {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    return `options must be an object; got ${described(options)}`;
  return unknownOption(options, known);
}

/** A value in a message: what it is, not all that is in it. */
export function described(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return JSON.stringify(cut(value, 60));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a value of type ${typeof value}`;
}
