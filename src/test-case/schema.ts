import { createRequire } from "node:module";
import { distance } from "fastest-levenshtein";
import type * as Zod from "zod";
import { RehearsalError, type Issue } from "../errors.js";
import { toJson, type JsonObject, type JsonValue } from "./json.js";

export type ZodModule = typeof Zod;
export type Schema<T> = () => Zod.ZodType<T>;

const require = createRequire(import.meta.url);
let loaded: ZodModule | undefined;

/** A schema that is made, and zod that is loaded, when first used: importing the package stays cheap. */
export function lazySchema<T>(make: (z: ZodModule) => Zod.ZodType<T>): Schema<T> {
  let made: Zod.ZodType<T> | undefined;
  return () => (made ??= make((loaded ??= require("zod") as ZodModule)));
}

/** A zod schema for every key of T: a key that the schema forgot does not compile. */
export type Shape<T> = { [K in keyof T]-?: Zod.ZodType<T[K]> };

/**
 * An object with just these keys, each also accepted in snake_case. An unknown key is an error that names the nearest
 * known one. `from` may turn a shorthand into the object first.
 */
export function strict<T extends object>(
  z: ZodModule,
  shape: Shape<T>,
  from?: (value: unknown) => unknown,
): Zod.ZodType<T> {
  const known = Object.keys(shape);
  const object = z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? unknownKeys(issue.keys, known) : undefined),
  });
  return z.preprocess(
    (value) => camelKeys(from === undefined ? value : from(value), known),
    object,
  ) as unknown as Zod.ZodType<T>;
}

/** Text with something in it; used in lists, where a blank item is always a mistake. */
export const text = (z: ZodModule): Zod.ZodType<string> =>
  z.string().refine((value) => value.trim() !== "", { message: "must not be blank" });

export const texts = (z: ZodModule): Zod.ZodType<string[]> => z.array(text(z));

/** Any JSON value; what JSON cannot keep is refused with its path. */
export const json = (z: ZodModule): Zod.ZodType<JsonValue> =>
  z
    .unknown()
    .transform((value, context) =>
      toJson(value, (path, message) => context.addIssue({ code: "custom", path, message })),
    );

/** A JSON object with any keys. */
export const jsonObject = (z: ZodModule): Zod.ZodType<JsonObject> =>
  z.unknown().transform((value, context) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      context.addIssue({ code: "custom", message: "expected an object" });
      return {};
    }
    return toJson(value, (path, message) => context.addIssue({ code: "custom", path, message })) as JsonObject;
  });

/** A string, or what `schema` describes; unlike a zod union its errors speak of the alternative that was meant. */
export function textOr<T>(z: ZodModule, schema: Zod.ZodType<T>): Zod.ZodType<string | T> {
  const string = text(z);
  return z.unknown().transform((value, context): string | T => {
    const parsed = typeof value === "string" ? string.safeParse(value) : schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      context.addIssue({ code: "custom", path: [...issue.path], message: issue.message });
    return z.NEVER;
  });
}

const checked = new WeakMap<object, unknown>();

/** Validates, deep-freezes and returns `value`; what has been through here before is returned as it is. */
export function parse<T extends object>(schema: Schema<T>, value: unknown, what: string): T {
  if (typeof value === "object" && value !== null && checked.get(value) === schema) return value as T;
  const result = schema().safeParse(value);
  if (result.success) return seal(schema, result.data);
  const issues = result.error.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message }));
  throw new RehearsalError("invalid_input", describeIssues(what, issues), { issues });
}

/** Marks a value that is known to be right as checked, and freezes it; for values that we made ourselves. */
export function seal<T extends object>(schema: Schema<T>, value: T): T {
  checked.set(deepFreeze(value), schema);
  return value;
}

export function describeIssues(what: string, issues: readonly Issue[]): string {
  const lines = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return lines.length === 1 ? `${what} is invalid: ${lines[0] ?? ""}` : `${what} is invalid:\n  ${lines.join("\n  ")}`;
}

/** The class of a value type: `new Turn({...})` validates, freezes, and has the shape of the plain object. */
export type ValueClass<Input, T> = new (value: Input) => T;

export function valueClass<Input, T extends object>(name: string, schema: Schema<T>): ValueClass<Input, T> {
  const made = {
    [name]: class {
      constructor(value: unknown) {
        Object.assign(this, parse(schema, value, name));
        seal(schema, this as unknown as T);
      }
    },
  };
  return made[name] as unknown as ValueClass<Input, T>;
}

export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
  return value;
}

function camelKeys(value: unknown, known: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).every((key) => known.includes(key))) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const camel = key.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return [!known.includes(key) && known.includes(camel) && !(camel in value) ? camel : key, item];
  });
  return Object.fromEntries(entries);
}

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  return keys
    .map((key) => {
      const nearest = [...known].sort(
        (a, b) => distance(key.toLowerCase(), a.toLowerCase()) - distance(key.toLowerCase(), b.toLowerCase()),
      )[0];
      const near =
        nearest !== undefined && distance(key.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, nearest.length / 2);
      return `unknown key "${key}"; ${near ? `did you mean "${nearest}"?` : `known keys: ${known.join(", ")}`}`;
    })
    .join("; ");
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${String(part)}]` : `${index > 0 ? "." : ""}${String(part)}`))
    .join("");
}
