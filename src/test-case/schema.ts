import { createRequire } from "node:module";
import type * as Zod from "zod";
import { isChecked, parse, seal, type Schema } from "./checking.js";
import { put, toJson, type JsonObject, type JsonValue } from "./json.js";
import { mustBe } from "./plain-messages.js";
import { addIssue, knownEntries, read, within } from "./within.js";

export { deepFreeze, describeIssues, parse, seal, tryParse, type LocatedIssue, type Schema } from "./checking.js";

export type ZodModule = typeof Zod;

const require = createRequire(import.meta.url);
let loaded: ZodModule | undefined;

/** A schema that is made, and zod that is loaded, when first used: importing the package stays cheap. */
export function lazySchema<T>(make: (z: ZodModule) => Zod.ZodType<T>): Schema<T> {
  let made: Zod.ZodType<T> | undefined;
  const schema: Schema<T> = () => (made ??= onlyOnce((loaded ??= require("zod") as ZodModule), schema, make(loaded)));
  return schema;
}

/** A zod schema for every key of T: a key that the schema forgot does not compile. */
export type Shape<T> = { [K in keyof T]-?: Zod.ZodType<T[K]> };

/**
 * An object with just these keys, each also accepted in snake_case. An unknown key is an error that names the nearest
 * known one. `from` may turn a string into the object first.
 */
export function strict<T extends object>(
  z: ZodModule,
  shape: Shape<T>,
  from?: (value: unknown) => unknown,
): Zod.ZodType<T> {
  const known = Object.keys(shape);
  const object = z.object(shape) as unknown as Zod.ZodType<T>;
  return z.unknown().transform((value, context): T => {
    const given = from === undefined ? value : from(value);
    if (typeof given === "object" && given !== null && !Array.isArray(given))
      return within(object, knownEntries(given, known, context), context);
    addIssue(context, [], mustBe(from === undefined ? "an object" : "a string or an object", value));
    return z.NEVER;
  });
}

/** Text with something in it; used in lists, where a blank item is always a mistake. */
export const text = (z: ZodModule): Zod.ZodType<string> =>
  z.string().refine((value) => value.trim() !== "", { message: "must not be blank" });

export const texts = (z: ZodModule): Zod.ZodType<string[]> => z.array(text(z));

/** Any JSON value; what JSON cannot keep is refused with its path. */
export const json = (z: ZodModule): Zod.ZodType<JsonValue> =>
  z.unknown().transform((value, context) => toJson(value, (path, message) => addIssue(context, path, message)));

/** A JSON object with any keys. */
export const jsonObject = (z: ZodModule): Zod.ZodType<JsonObject> =>
  z.unknown().transform((value, context): JsonObject => {
    const kept = toJson(value, (path, message) => addIssue(context, path, message));
    if (typeof kept === "object" && kept !== null && !Array.isArray(kept)) return kept as JsonObject;
    // What toJson refused is named already.
    if (context.issues.length === 0) addIssue(context, [], mustBe("an object", value));
    return z.NEVER;
  });

/** An object with any keys, whose values `schema` describes. Unlike z.record it keeps a key named `__proto__`. */
export const dictionary = <T>(z: ZodModule, schema: Zod.ZodType<T>): Zod.ZodType<{ readonly [key: string]: T }> =>
  z.unknown().transform((value, context) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      addIssue(context, [], mustBe("an object", value));
      return z.NEVER;
    }
    const kept: { [key: string]: T } = {};
    for (const key of Object.keys(value)) {
      const item = read(value, key, context);
      if (item !== undefined) put(kept, key, within(schema, item, context, [key]));
    }
    return kept;
  });

/** A string that `string` describes, or what `other` does; unlike a zod union its errors speak of what was meant. */
export const stringOr = <T>(
  z: ZodModule,
  string: Zod.ZodType<string>,
  other: Zod.ZodType<T>,
): Zod.ZodType<string | T> =>
  z.unknown().transform((value, context): string | T => {
    if (typeof value === "string") return within(string, value, context);
    if (typeof value === "object" && value !== null) return within(other, value, context);
    addIssue(context, [], mustBe("a string or an object", value));
    return z.NEVER;
  });

/** Text with something in it, or what `schema` describes. */
export const textOr = <T>(z: ZodModule, schema: Zod.ZodType<T>): Zod.ZodType<string | T> =>
  stringOr(z, text(z), schema);

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

/** Skips what was checked before, so that a conversation of a thousand checked turns is not checked anew at each turn. */
function onlyOnce<T>(z: ZodModule, schema: Schema<T>, type: Zod.ZodType<T>): Zod.ZodType<T> {
  return z.unknown().transform((value, context): T => {
    if (!isChecked(schema, value)) {
      const made = within(type, value, context);
      return context.issues.length === 0 ? seal(schema, made) : made;
    }
    // The class is a convenience at the edge: inside other values its instances become plain objects.
    return Object.getPrototypeOf(value) === Object.prototype ? (value as T) : seal(schema, { ...(value as T) });
  });
}
