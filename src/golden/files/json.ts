import { jsonFault } from "./json-fault.js";
import { locate } from "./locate.js";
import { brokenFile, listOf, positionAt, type FileContent, type Row } from "./rows.js";

/** An array of goldens, or `{ "goldens": [...] }`. */
export function readJson(text: string): FileContent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return brokenFile(syntaxFault(text));
  }
  const found = listOf(value);
  if ("message" in found) return brokenFile({ line: 1, message: found.message });
  const place = locate(text, found.at);
  return {
    faults: [],
    rows: found.list.map((item, index): Row => ({ value: withoutNulls(item), place: (at) => place(index, at) })),
  };
}

export const writeJson = (goldens: readonly unknown[]): string => `${JSON.stringify(goldens, null, 2)}\n`;

const nullable = new Set(["expectedState", "expected_state", "initialState", "initial_state"]);

/** Programs write null for what is absent; only a state can be null. */
export function withoutNulls(row: unknown): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  const entries = Object.entries(row);
  if (!entries.some(([key, item]) => item === null && !nullable.has(key))) return row;
  return Object.fromEntries(entries.filter(([key, item]) => item !== null || nullable.has(key)));
}

function syntaxFault(text: string) {
  const { offset, message } = jsonFault(text);
  const lines = message.includes("after the end of the value");
  const hint = lines ? "; a file with one JSON value a line is named .jsonl" : "";
  return { ...positionAt(text, offset), message: `the file is not JSON: ${message}${hint}` };
}
