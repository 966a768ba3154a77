import { jsonOf } from "../reading/json-text.js";
import { own } from "./own-attributes.js";

/** What a span of ours says that it could not record. */
export function ownMissing(attributes: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const told = jsonOf(attributes[own.missing]);
  return Array.isArray(told) ? (told as readonly unknown[]).filter(isText) : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string";
