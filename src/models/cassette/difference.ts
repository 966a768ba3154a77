import { isJsonList, isJsonObject, type JsonValue } from "../../test-case/json.js";

/** A place at which two requests differ. Absent: nothing is there. */
export interface RequestDifference {
  readonly path: string;
  readonly recorded?: JsonValue;
  readonly now?: JsonValue;
  /** How much it is, in leaves; a text that changed in part is less than one. */
  readonly weight: number;
}

/** Where two requests differ, in the order of their keys. */
export function differences(recorded: JsonValue, now: JsonValue, path = ""): RequestDifference[] {
  if (typeof recorded === "string" && typeof now === "string")
    return recorded === now ? [] : [{ path, recorded, now, weight: 1 - 0.9 * likeness(recorded, now) }];
  if (isJsonList(recorded) && isJsonList(now))
    return Array.from({ length: Math.max(recorded.length, now.length) }, (_, at) => at).flatMap((at) =>
      either(recorded[at], now[at], `${path}[${String(at)}]`),
    );
  if (isJsonObject(recorded) && isJsonObject(now))
    return [...new Set([...Object.keys(recorded), ...Object.keys(now)])].flatMap((key) =>
      either(own(recorded, key), own(now, key), path === "" ? key : `${path}.${key}`),
    );
  return recorded === now ? [] : [{ path, recorded, now, weight: Math.max(leaves(recorded), leaves(now)) }];
}

function either(recorded: JsonValue | undefined, now: JsonValue | undefined, path: string): RequestDifference[] {
  if (recorded !== undefined && now !== undefined) return differences(recorded, now, path);
  if (recorded !== undefined) return [{ path, recorded, weight: leaves(recorded) }];
  return now === undefined ? [] : [{ path, now, weight: leaves(now) }];
}

const own = (value: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;

function leaves(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item: JsonValue) => sum + leaves(item), 1);
}

/** How much of the longer text both begin and end with. */
function likeness(a: string, b: string): number {
  const start = commonStart(a, b);
  const most = Math.min(a.length, b.length) - start;
  let end = 0;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return (start + end) / Math.max(a.length, b.length);
}

export function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}
