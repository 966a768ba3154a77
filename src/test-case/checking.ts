import type * as Zod from "zod";
import { RehearsalError, messageOf, type Issue } from "../errors.js";
import { plainIssues } from "./within.js";
import { cut } from "./cut.js";

export type Schema<T> = () => Zod.ZodType<T>;

const checked = new WeakMap<object, unknown>();

/** An issue, and the way to it key by key; for an unknown key `at` goes on to that key, `path` to what holds it. */
export interface LocatedIssue extends Issue {
  readonly at: readonly PropertyKey[];
}

/** Validates and deep-freezes `value`, and never throws; what has been through here before is returned as it is. */
export function tryParse<T extends object>(
  schema: Schema<T>,
  value: unknown,
): { readonly value: T } | { readonly issues: readonly LocatedIssue[] } {
  if (isChecked(schema, value)) return { value: value as T };
  try {
    const result = schema().safeParse(value);
    if (result.success) return { value: seal(schema, result.data) };
    return {
      issues: plainIssues(result.error, value).map(({ path, message, params }) => ({
        path: pathOf(path),
        message,
        at: typeof params?.unknownKey === "string" ? [...path, params.unknownKey] : path,
      })),
    };
  } catch (error) {
    // A getter or a proxy of the user's own, or a value too large for the engine.
    return { issues: [{ path: "", message: `can't be read: ${messageOf(error)}`, at: [] }] };
  }
}

/** Like {@link tryParse}, but throws a RehearsalError of code `invalid_input` that lists every issue. */
export function parse<T extends object>(schema: Schema<T>, value: unknown, what: string): T {
  const result = tryParse(schema, value);
  if ("value" in result) return result.value;
  const issues = result.issues.map(({ path, message }) => ({ path, message }));
  throw new RehearsalError("invalid_input", describeIssues(what, issues), { issues });
}

/** Marks a value that is known to be right as checked, and freezes it; for values that we made ourselves. */
export function seal<T>(schema: Schema<T>, value: T): T {
  if (typeof value === "object" && value !== null) checked.set(deepFreeze(value), schema);
  return value;
}

const MAX_LINES = 20;

export function describeIssues(what: string, issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_LINES).map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  if (issues.length > MAX_LINES) lines.push(`and ${String(issues.length - MAX_LINES)} more`);
  return lines.length === 1 ? `${what} is invalid: ${lines[0] ?? ""}` : `${what} is invalid:\n  ${lines.join("\n  ")}`;
}

/** Whether `value` came out of `schema` before: it is right, and frozen. */
export const isChecked = (schema: unknown, value: unknown): boolean =>
  typeof value === "object" && value !== null && checked.get(value) === schema;

export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
  return value;
}

/** As in `turns[2].toolsCalled[0].name`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${String(part)}]`;
      const key = String(part);
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${JSON.stringify(cut(key, 60))}]`;
      return `${index > 0 ? "." : ""}${cut(key, 60)}`;
    })
    .join("");
}
