import { excerptOf } from "./neutralise.js";

/** What a caller gave where something else is expected, in words: `the text "1"`, `NaN`, `a function`. */
export function given(value: unknown): string {
  if (typeof value === "string")
    return value.trim() === ""
      ? `the blank text ${JSON.stringify(value)}`
      : `the text ${excerptOf(JSON.stringify(value), 60)}`;
  if (typeof value === "function")
    return value.name === "" ? "a function" : `the function ${excerptOf(value.name, 60)}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof RegExp) return `the regular expression ${excerptOf(String(value), 60)}`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  return value instanceof Promise ? "a Promise (await it first)" : `an object ${excerptOf(keysOf(value), 60)}`;
}

const keysOf = (value: object): string => {
  const keys = Object.keys(value);
  return keys.length === 0 ? "without keys" : `with the keys ${keys.join(", ")}`;
};
