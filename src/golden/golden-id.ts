import { createHash } from "node:crypto";

/**
 * A hash of a golden's content, the same whatever the order of its keys: the id of one that was given none, and what tells
 * whether a golden is still the one that something was begun with.
 */
export function contentId(content: object): string {
  return createHash("sha256").update(canonical(content)).digest("hex").slice(0, 12);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}
