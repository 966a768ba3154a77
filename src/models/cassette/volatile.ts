import type { JsonValue } from "../../test-case/json.js";
import { isWithin, walkPlaces, type Place } from "./places.js";

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
  /**
   * `envelopes`: not in the arguments of a function or of a tool that a model calls, which mean what they say. `messages`:
   * only in what a model is told, but for such arguments. `instructions`: only in what tells it what it is (messages of the
   * system, instructions). Default: everywhere.
   */
  readonly within?: Place;
}

const time = "\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?";
const timeOfHttp = "\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT\\b";
const uuid = "[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}\\b";
const stamp = /^(?:timestamp|now|(?:created|updated|sent)(?:_?(?:at|on))?)$/i;

/** The rules that hold unless the option `volatile` gives others. Each knows the places where it means nothing. */
export const standardVolatile: readonly VolatileRule[] = [
  // The client that calls for a server of this machine finds it at another port each time.
  { name: "port", pattern: /(?<=(?:127\.0\.0\.1|localhost|\[::1\]):)\d+/g },
  { name: "trace", pattern: /\b00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}\b/g },
  { name: "trace", key: /^(?:traceparent|tracestate|baggage|(?:trace|span)_?id)$/i },
  // "Current time: 2026-11-30T19:41:05Z", and in instructions also "Date: 2026-11-30".
  {
    name: "time",
    pattern: new RegExp(
      `(?<=\\b(?:now|today(?:'s date)?|current (?:date|time|datetime)(?: and time)?)(?: is)?["']?\\s{0,2}[:=]?\\s{0,2}["']?)(?:${time}|${timeOfHttp})`,
      "gi",
    ),
    within: "messages",
  },
  {
    name: "time",
    pattern: new RegExp(
      `(?<=\\b(?:date|time|datetime|timestamp|as of)\\b[^\\n\\d]{0,20})(?:${time}|${timeOfHttp})`,
      "gi",
    ),
    within: "instructions",
  },
  {
    name: "time",
    key: stamp,
    pattern: new RegExp(`^(?:[12]\\d{9}(?:\\d{3})?(?:\\.\\d+)?|${time}|${timeOfHttp})$`, "g"),
    within: "envelopes",
  },
  // Results of tools are JSON within a text.
  {
    name: "time",
    pattern: new RegExp(
      `(?<="(?:timestamp|now|(?:created|updated|sent)(?:_?(?:at|on))?)"\\s{0,2}:\\s{0,2}"?)(?:[12]\\d{9}(?:\\d{3})?\\b|${time})`,
      "gi",
    ),
    within: "messages",
  },
  {
    name: "id",
    key: /^(?:thread|session|conversation|request|run|tool_?call|call|message|event|correlation|idempotency)_?(?:id|key)$/i,
    within: "envelopes",
  },
  { name: "id", key: /^id$/, pattern: new RegExp(`^${uuid}$`, "gi"), within: "messages" },
  {
    name: "id",
    pattern: new RegExp(
      `(?<=\\b(?:thread|session|conversation|request|run|trace|call|message|correlation)(?:[ _-]?id)?["']?[ :=]{0,3}["']?)${uuid}`,
      "gi",
    ),
    within: "messages",
  },
  // A digit or great length tells `call_1` and `call_Ab3…` from a tool that is named `call_customer`.
  {
    name: "id",
    pattern: /\b(?:call|toolu|tooluse)[_-](?:(?=[A-Za-z]*\d)[A-Za-z\d]+|[A-Za-z\d]{16,})\b/g,
    within: "messages",
  },
  {
    name: "id",
    pattern: /\b(?:chatcmpl|msg|resp|rs|fc|run|req|thread|conv|gen)[_-](?=[A-Za-z]*\d)[A-Za-z\d]{10,}\b/g,
    within: "messages",
  },
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
  walkPlaces(value, (leaf, key, place) => {
    const rule =
      leaf === "" || typeof leaf === "boolean"
        ? undefined
        : byKey.find((each) => isWithin(each, place) && matches(each.key, key));
    if (rule !== undefined) ruleOf.set(String(leaf), rule);
    return leaf;
  });
  return walkPlaces(value, (leaf, key, place) => {
    if (typeof leaf === "boolean") return leaf;
    const text = String(leaf);
    const meant =
      byKey.some((rule) => isWithin(rule, place) && matches(rule.key, key)) ||
      (typeof leaf === "string" && text.length >= SURE);
    const known = meant ? ruleOf.get(text) : undefined;
    if (known !== undefined) return nameOf(known, text);
    const renamed = rules.reduce((rest, rule) => {
      if (rule.pattern === undefined || !isWithin(rule, place)) return rest;
      if (rule.key === undefined ? typeof leaf !== "string" : !matches(rule.key, key)) return rest;
      return rest.replace(everywhere(rule.pattern), (found) => nameOf(rule, found));
    }, text);
    return renamed === text ? leaf : renamed;
  });
}

/** Shorter ids are found as words of their own too, as in "1". */
const SURE = 6;

/** A pattern of the user's may be sticky or remember where it was. */
const matches = (pattern: RegExp | undefined, text: string): boolean =>
  pattern !== undefined && new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, "")).test(text);

const everywhere = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags.replace("y", "")}g`);
