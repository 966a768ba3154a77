import { cut } from "../../test-case/cut.js";

const MOST_KEYS = 8;
const DEEPEST = 4;

/** How a JSON value is built, without what it says: `{ data: { text: string }, items: [number, … 3] }`. */
export function shapeOf(value: unknown, depth = 0): string {
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const first = depth < DEEPEST ? shapeOf(value[0], depth + 1) : "…";
    return value.length === 1 ? `[${first}]` : `[${first}, … ${String(value.length)}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  if (depth >= DEEPEST) return "{ … }";
  const shown = entries.slice(0, MOST_KEYS).map(([key, each]) => `${key}: ${shapeOf(each, depth + 1)}`);
  return `{ ${[...shown, ...(entries.length > MOST_KEYS ? ["…"] : [])].join(", ")} }`;
}

/** The beginning of a text on one line, in quotes. */
export function excerptOf(text: string, most = 200): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(cut(line, most));
}
