import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import { matcherTag } from "./check-matcher.js";
import { textOf } from "./matcher.js";
import { cut } from "../../../test-case/cut.js";

/** A value as a reader wants it: a matcher in words, anything else as JSON, cut where it gets long. */
export function describeValue(value: JsonValue | undefined, limit = 100): string {
  return cut(words(value), limit);
}

function words(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const tag = matcherTag(value);
  if (tag === null) return typeof value === "object" && value !== null ? container(value) : JSON.stringify(value);
  const matcher = value as JsonObject;
  const inner = matcher[tag];
  const list = () => (Array.isArray(inner) ? (inner as readonly JsonValue[]).map((item) => words(item)) : []);
  switch (tag) {
    case "$closeTo":
      return `${words(inner)}${tolerance(matcher)}`;
    case "$regex":
      return `text like /${textOf(inner)}/${textOf(matcher.flags)}`;
    case "$oneOf":
    case "$anyOf":
      return `one of ${list().join(", ")}`;
    case "$nonEmpty":
      return "something not empty";
    case "$any":
      return "anything";
    case "$unordered":
      return `[${list().join(",")}] in any order`;
    case "$date":
      return `the date ${textOf(inner)}`;
    case "$text":
      return `the words ${words(inner)}`;
    case "$number":
      return `the number ${textOf(inner)}${tolerance(matcher)}`;
    case "$optional":
      return `${words(inner)} or nothing`;
    case "$literal":
      return JSON.stringify(inner);
  }
}

function container(value: JsonObject | readonly JsonValue[]): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map((item) => words(item)).join(",")}]`;
  return `{${Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${words(item)}`)
    .join(",")}}`;
}

function tolerance({ abs, rel }: JsonObject): string {
  const parts = [
    ...(typeof abs === "number" ? [`± ${String(abs)}`] : []),
    ...(typeof rel === "number" ? [`± ${String(rel * 100)} %`] : []),
  ];
  return parts.length === 0 ? "" : ` ${parts.join(" or ")}`;
}
