import { types } from "node:util";
import { RehearsalError } from "../../errors.js";
import { MAX_DEPTH, put, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { encodeThrown } from "./thrown.js";

/**
 * A value as JSON that `decode` turns back into its equal. What JSON has no word for becomes an object of one key that
 * begins with `$`, as `{"$date": "…"}`; an object of the user's own that looks like one goes into `{"$object": …}`.
 * Throws `invalid_input` for what can't be made again, as functions and instances of classes.
 */
export const encode = (value: unknown, what = "the value"): JsonValue =>
  copy(value, { what, path: "", lenient: false, depth: 0, ancestors: new Set() }) ?? null;

/** A request, which is only compared and read: functions and signals are left out, instances become their own fields. */
export const encodeRequest = (value: unknown): JsonValue =>
  copy(value, { what: "", path: "", lenient: true, depth: 0, ancestors: new Set() }) ?? null;

/** What is read back may have some levels more around it and in its texts. */
const DEEPEST = MAX_DEPTH - 20;

interface Walk {
  readonly what: string;
  readonly path: string;
  readonly lenient: boolean;
  /** Of the JSON that is made. */
  readonly depth: number;
  readonly ancestors: Set<object>;
}

function copy(value: unknown, walk: Walk): JsonValue | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: numberName(value) };
    case "bigint":
      return { $bigint: String(value) };
    case "undefined":
      return walk.lenient ? undefined : { $undefined: true };
    case "object":
      return value === null ? null : copyObject(value, walk);
    default:
      return walk.lenient ? undefined : refuse(walk, `a ${typeof value}`);
  }
}

const numberName = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));

function copyObject(value: object, walk: Walk): JsonValue | undefined {
  if (walk.ancestors.has(value)) return walk.lenient ? { $cycle: true } : refuse(walk, "a reference back to itself");
  if (walk.depth >= DEEPEST)
    return walk.lenient ? { $deep: true } : refuse(walk, `something nested more than ${String(DEEPEST)} levels deep`);
  const builtIn = copyBuiltIn(value, walk);
  if (builtIn !== undefined) return builtIn;
  walk.ancestors.add(value);
  try {
    if (Array.isArray(value))
      return Array.from(value, (item, at) => copy(item, into(walk, `[${String(at)}]`, 1)) ?? null);
    if (types.isNativeError(value)) {
      const field = (item: unknown) => copy(item, { ...into(walk, "", 10), lenient: true });
      return { $error: encodeThrown(value, field) as unknown as JsonValue };
    }
    if (types.isMap(value))
      return { $map: [...value].map((pair) => pair.map((item) => copy(item, into(walk, "", 3)) ?? null)) };
    if (types.isSet(value)) return { $set: [...value].map((item) => copy(item, into(walk, "", 2)) ?? null) };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return copyFields(value, walk);
    return walk.lenient ? copyInstance(value, walk) : refuse(walk, `an instance of ${classOf(value)}`);
  } finally {
    walk.ancestors.delete(value);
  }
}

function copyBuiltIn(value: object, walk: Walk): JsonValue | undefined {
  if (types.isDate(value)) return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() };
  if (value instanceof URL) return { $url: value.href };
  if (types.isAnyArrayBuffer(value)) return { $binary: ["ArrayBuffer", base64(new Uint8Array(value))] };
  if (ArrayBuffer.isView(value)) {
    const bytes = base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    return classOf(value) === "Uint8Array" ? { $bytes: bytes } : { $binary: [classOf(value), bytes] };
  }
  if (!walk.lenient) return undefined;
  if (value instanceof Headers) return copyFields(Object.fromEntries(value), walk);
  return types.isRegExp(value) ? String(value) : undefined;
}

function copyInstance(value: object, walk: Walk): JsonValue | undefined {
  if (value instanceof AbortSignal) return undefined;
  if ("toJSON" in value && typeof value.toJSON === "function") return copy((value.toJSON as () => unknown)(), walk);
  return copyFields(value, walk);
}

function copyFields(value: object, walk: Walk): JsonObject {
  const kept: { [key: string]: JsonValue } = {};
  const keys = Object.keys(value);
  const escaped = keys.length === 1 && keys[0]?.startsWith("$") === true;
  for (const key of keys) {
    const item = copy((value as Record<string, unknown>)[key], into(walk, `.${key}`, escaped ? 2 : 1));
    if (item !== undefined) put(kept, key, item);
  }
  return escaped ? { $object: kept } : kept;
}

const into = (walk: Walk, step: string, levels: number): Walk => ({
  ...walk,
  path: walk.path + step,
  depth: walk.depth + levels,
});

const classOf = (value: object): string => (value.constructor as { name?: string } | undefined)?.name ?? "a class";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

function refuse({ what, path }: Walk, found: string): never {
  const where = path === "" ? "" : ` at ${path.replace(/^\./, "")}`;
  throw new RehearsalError(
    "invalid_input",
    `A cassette can't keep ${what}: it has ${found}${where}. Give plain data (JSON, dates, bytes, maps, sets), ` +
      "or wrap what is below it, for example the fetch that it uses.",
  );
}
