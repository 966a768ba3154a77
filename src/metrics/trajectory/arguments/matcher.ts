import type { JsonObject, JsonValue } from "../../../test-case/json.js";

/** Tolerance of a number: inclusive, and either one is enough. Absent both: equal but for rounding (`rel: 1e-9`). */
export interface Tolerance {
  /** Largest difference. */
  readonly abs?: number;
  /** Largest difference as a share of the expected number. */
  readonly rel?: number;
}

/** How leniently `text` compares. */
export interface TextOptions {
  /** Absent means true. */
  readonly ignoreCase?: boolean;
  /** Leave out everything that is no letter, digit or space. Absent means false. */
  readonly ignorePunctuation?: boolean;
}

export interface DateOptions {
  /** The zone of times that are written without one: `"UTC"`, `"+02:00"` or an IANA name. */
  readonly zone?: string;
}

/**
 * A condition that stands for a value inside expected arguments: plain JSON, so that it can be written in a file of
 * goldens too. An object is a matcher where it has one of these keys and besides it nothing but that matcher's options.
 */
export type Matcher =
  | ({ readonly $closeTo: number } & Tolerance)
  | { readonly $regex: string; readonly flags?: string }
  | { readonly $oneOf: readonly JsonValue[] }
  | { readonly $anyOf: readonly JsonValue[] }
  | { readonly $nonEmpty: true }
  | { readonly $any: true }
  | { readonly $unordered: readonly JsonValue[] }
  | ({ readonly $date: string } & DateOptions)
  | ({ readonly $text: string } & TextOptions)
  | ({ readonly $number: number | string } & Tolerance)
  | { readonly $optional: JsonValue }
  | { readonly $literal: JsonValue };

// Options that are absent must not become keys that hold undefined: JSON has none.
const made = (matcher: Matcher): JsonObject => JSON.parse(JSON.stringify(matcher)) as JsonObject;

/** A number near `value`. A bare number as tolerance means `abs`. */
export const closeTo = (value: number, tolerance: number | Tolerance = {}): JsonObject =>
  made({ $closeTo: value, ...(typeof tolerance === "number" ? { abs: tolerance } : tolerance) });

/** Text in which the pattern is found somewhere; anchor it with `^` and `$` for the whole text. */
export const regex = (pattern: RegExp | string, flags = ""): JsonObject => {
  const all = pattern instanceof RegExp ? pattern.flags + flags : flags;
  return made({
    $regex: pattern instanceof RegExp ? pattern.source : pattern,
    ...(all === "" ? {} : { flags: [...new Set(all)].join("") }),
  });
};

/** Exactly one of these values. */
export const oneOf = (values: readonly JsonValue[]): JsonObject => made({ $oneOf: values });

/** What any of these, values or matchers, matches. */
export const anyOf = (matchers: readonly JsonValue[]): JsonObject => made({ $anyOf: matchers });

/** Not null, and no blank text, empty list or empty object. */
export const nonEmpty = (): JsonObject => made({ $nonEmpty: true });

/** Any value, null included, so long as there is one. */
export const any = (): JsonObject => made({ $any: true });

/** A list of these items, values or matchers, in any order. */
export const unordered = (items: readonly JsonValue[]): JsonObject => made({ $unordered: items });

/** The same day (`2026-01-02`) or the same instant (`2026-01-02T10:00:00+02:00`), however it is written in ISO 8601. */
export const date = (iso: string, options: DateOptions = {}): JsonObject => made({ $date: iso, ...options });

/** The same words: Unicode forms (NFKC), surrounding and repeated white space and, by default, case do not count. */
export const text = (words: string, options: TextOptions = {}): JsonObject => made({ $text: words, ...options });

/** A number, or text that holds just this one number: `59.9`, `"$59.90"`, `"59.90 EUR"`, `"1,628"`. */
export const number = (value: number | string, tolerance: Tolerance = {}): JsonObject =>
  made({ $number: value, ...tolerance });

/** The key may be left out; where it is there, its value must match. */
export const optional = (matcher: JsonValue): JsonObject => made({ $optional: matcher });

/** Just this value, even where it looks like a matcher. */
export const literal = (value: JsonValue): JsonObject => made({ $literal: value });

/** Text that a matcher holds. */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
