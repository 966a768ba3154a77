import type * as Zod from "zod";
import { messageOf } from "../errors.js";
import { nearestKey } from "./nearest-key.js";
import { plainMessage } from "./plain-messages.js";
import { cut } from "./cut.js";

export type Context = Zod.core.$RefinementCtx;

/** Checks `value` with another schema from inside a transform, and hands its issues up. */
export function within<T>(schema: Zod.ZodType<T>, value: unknown, context: Context, path: readonly string[] = []): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of plainIssues(result.error, value))
    addIssue(context, [...path, ...issue.path], issue.message, issue.params);
  // What a transform returns beside an issue is never looked at.
  return undefined as T;
}

export interface PlainIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly params?: Record<string, unknown>;
}

/** The issues in our own words. (An error map given to zod would do the same, and make every parse twice as slow.) */
export function plainIssues(error: Zod.ZodError, value: unknown): PlainIssue[] {
  return error.issues.map((issue) => {
    const { path, message } = issue;
    if (issue.code === "custom") return { path, message, ...(issue.params && { params: issue.params }) };
    return { path, message: plainMessage(issue, valueAt(value, path)) ?? message };
  });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (held, key) =>
      typeof held === "object" && held !== null ? (held as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

export function addIssue(
  context: Context,
  path: readonly PropertyKey[],
  message: string,
  params?: Record<string, unknown>,
): void {
  context.addIssue({ code: "custom", path: [...path], message, continue: false, ...(params && { params }) });
}

/** A property of somebody else's object, whose getter may throw. */
export function read(value: object, key: string, context: Context): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch (error) {
    addIssue(context, [key], `can't be read: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * The object's own properties under their known names: snake_case becomes camelCase, `undefined` is left out and `-0`
 * becomes `0`, as in JSON. What has no known name is complained about.
 */
export function knownEntries(value: object, known: readonly string[], context: Context): Record<string, unknown> {
  const entries: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const name = known.includes(key) ? key : camelCase(key);
    if (!known.includes(name)) {
      addIssue(context, [], unknownKey(key, known), { unknownKey: key });
    } else if (name !== key && (Object.hasOwn(value, name) || name in entries)) {
      addIssue(context, [], `"${key}" and "${name}" are the same key; give one of them`, { unknownKey: key });
    } else {
      const item = read(value, key, context);
      if (item !== undefined) entries[name] = Object.is(item, -0) ? 0 : item;
    }
  }
  return entries;
}

export const camelCase = (key: string): string =>
  key.replace(/(?<=.)_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = nearestKey(key, known);
  const given = JSON.stringify(cut(key, 60));
  return `unknown key ${given}; ${nearest === undefined ? `known keys: ${known.join(", ")}` : `did you mean "${nearest}"?`}`;
}
