import { isJsonList, put, type JsonValue } from "../../test-case/json.js";

/**
 * What differs from run to run and means nothing. With `pattern` alone, every match in any text; with `key` alone, the
 * whole text or number under such a key; with both, the matches under such a key. A value found by its key is known
 * again wherever else it is a whole text.
 */
export interface VolatileRule {
  /** What stands for it in comparisons, numbered in the order of appearance: `<id 1>`, `<id 2>`. */
  readonly name: string;
  readonly pattern?: RegExp;
  readonly key?: RegExp;
}

/** The rules that hold unless the option `volatile` gives others. */
export const standardVolatile: readonly VolatileRule[] = [
  // The client that calls for a server of this machine finds it at another port each time.
  { name: "port", pattern: /(?<=(?:127\.0\.0\.1|localhost|\[::1\]):)\d+/g },
  { name: "time", pattern: /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g },
  { name: "time", pattern: /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g },
  {
    name: "time",
    key: /^(?:timestamp|(?:created|updated|sent)(?:_?at)?)$/i,
    pattern: /^[12]\d{9}(?:\d{3})?(?:\.\d+)?$/g,
  },
  { name: "trace", pattern: /\b00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}\b/g },
  { name: "trace", key: /^(?:traceparent|tracestate|baggage|(?:trace|span)_?id)$/i },
  { name: "id", pattern: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi },
  // A digit or great length tells `call_1` and `call_Ab3…` from a tool that is named `call_customer`.
  { name: "id", pattern: /\b(?:call|toolu|tooluse)[_-](?:(?=[A-Za-z]*\d)[A-Za-z\d]+|[A-Za-z\d]{16,})\b/g },
  { name: "id", pattern: /\b(?:chatcmpl|msg|resp|rs|fc|run|req|thread|conv|gen)[_-](?=[A-Za-z]*\d)[A-Za-z\d]{10,}\b/g },
  { name: "id", key: /^(?:thread|session|conversation|request|run|tool_?call|call)_?id$/i },
];

/** A copy with sorted keys, in which volatile parts have names that depend on where they first appear, not on what they are. */
export function settle(value: JsonValue, rules: readonly VolatileRule[]): JsonValue {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = ({ name }: VolatileRule, found: string): string => {
    const known = names.get(found);
    if (known !== undefined) return known;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const made = `<${name} ${String(count)}>`;
    names.set(found, made);
    return made;
  };
  // Names go by the order of this walk, so what a key gives away is looked for first.
  const byKey = rules.filter(({ key, pattern }) => key !== undefined && pattern === undefined);
  const ruleOf = new Map<string, VolatileRule>();
  walk(value, "", (leaf, key) => {
    const rule = leaf === "" || typeof leaf === "boolean" ? undefined : byKey.find((each) => matches(each.key, key));
    if (rule !== undefined) ruleOf.set(String(leaf), rule);
    return leaf;
  });
  return walk(value, "", (leaf, key) => {
    if (typeof leaf === "boolean") return leaf;
    const text = String(leaf);
    const meant = byKey.some((rule) => matches(rule.key, key)) || (typeof leaf === "string" && text.length >= SURE);
    const known = meant ? ruleOf.get(text) : undefined;
    if (known !== undefined) return nameOf(known, text);
    const renamed = rules.reduce((rest, rule) => {
      if (rule.pattern === undefined || (rule.key === undefined ? typeof leaf !== "string" : !matches(rule.key, key)))
        return rest;
      return rest.replace(everywhere(rule.pattern), (found) => nameOf(rule, found));
    }, text);
    return renamed === text ? leaf : renamed;
  });
}

/** Shorter ids are found as words of their own too, as in "1". */
const SURE = 6;

type Leaf = string | number | boolean;

/** A copy with sorted keys and other leaves. `key`: the one that the leaf is under; items of a list are under the list's. */
function walk(value: JsonValue, key: string, leaf: (value: Leaf, key: string) => JsonValue): JsonValue {
  if (value === null) return null;
  if (typeof value !== "object") return leaf(value, key);
  if (isJsonList(value)) return value.map((item) => walk(item, key, leaf));
  const made: { [key: string]: JsonValue } = {};
  for (const [name, item] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    put(made, name, walk(item, name, leaf));
  return made;
}

/** A pattern of the user's may be sticky or remember where it was. */
const matches = (pattern: RegExp | undefined, text: string): boolean =>
  pattern !== undefined && new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(text);

const everywhere = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags.replace("y", "")}g`);
