import { isObject, jsonOf } from "./json-text.js";

export type Nested = Readonly<Record<string, unknown>>;

/** Conventions nest less than this; deeper names are somebody's own. */
const DEEPEST = 12;
const none: readonly Nested[] = [];

/**
 * The objects of a list that was written as one attribute for each value (`<name>.0.message.role`), in the order of
 * their numbers; also a list that was written as one value. Lists within them are read by `itemsOf`.
 */
export function listOf(attributes: Nested, name: string): readonly Nested[] {
  const prefix = `${name}.`;
  let root: Record<string, unknown> | undefined;
  for (const key in attributes) if (key.startsWith(prefix)) put((root ??= bare()), key, prefix.length, attributes[key]);
  if (root !== undefined) return itemsOf(root);
  const whole = attributes[name];
  return whole === undefined ? none : itemsOf(jsonOf(whole));
}

/** The objects of a list within what `listOf` gave. */
export function itemsOf(value: unknown): readonly Nested[] {
  if (Array.isArray(value)) return (value as readonly unknown[]).filter(isObject);
  if (!isObject(value)) return none;
  const numbered: { readonly index: number; readonly item: Nested }[] = [];
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (isIndex(key) && isObject(item)) numbered.push({ index: Number(key), item });
  }
  return numbered.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

const isIndex = (key: string): boolean => {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57 && Number.isInteger(Number(key));
};

function put(root: Record<string, unknown>, key: string, start: number, value: unknown): void {
  let [node, from] = [root, start];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const dot = key.indexOf(".", from);
    const step = key.slice(from, dot < 0 ? undefined : dot);
    if (dot < 0) {
      node[step] ??= typeof value === "object" ? jsonOf(value) : value;
      return;
    }
    const inner = (node[step] ??= bare());
    if (!isOwn(inner)) return;
    [node, from] = [inner, dot + 1];
  }
}

/** Names in it are anybody's, so it inherits none; what was given as a value must not be written to. */
const prototype: object = Object.freeze(Object.create(null) as object);
const bare = (): Record<string, unknown> => Object.create(prototype) as Record<string, unknown>;
const isOwn = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === prototype;
