import type { JsonObject, JsonValue } from "../../../test-case/json.js";

type Steps = readonly string[];

/** `items[0].sku` as its steps; a key of the object that is spelled just like the path goes first. */
export function stepsOf(path: string, ...objects: readonly (JsonObject | undefined)[]): Steps {
  if (objects.some((object) => object !== undefined && Object.hasOwn(object, path))) return [path];
  return path
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "");
}

export function valueAt(value: JsonValue | undefined, steps: Steps): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>(
    (at, step) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, step) ? (at as JsonObject)[step] : undefined,
    value,
  );
}

/** A copy that has nothing there; an item of a list becomes null, so that the others keep their places. */
export function without<T extends JsonValue>(value: T, [step, ...rest]: Steps): T {
  if (step === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return value;
  const child = (value as JsonObject)[step];
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.map((item, index) =>
      String(index) !== step ? item : rest.length === 0 ? null : without(item, rest),
    ) as JsonValue as T;
  }
  const { [step]: _, ...others } = value as JsonObject;
  return (rest.length === 0 || child === undefined
    ? others
    : { ...others, [step]: without(child, rest) }) as JsonValue as T;
}
