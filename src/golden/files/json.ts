import { pathOf } from "../../test-case/checking.js";
import { jsonFault } from "./json-fault.js";
import { jsonLosses } from "./json-losses.js";
import { locate } from "./locate.js";
import { brokenFile, listOf, placeOfKey, positionsIn, type Fault, type FileContent, type Row } from "./rows.js";

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
  const { inRows, outside } = lossesIn(text, found.at);
  if (outside.length > 0) return brokenFile(...outside);
  const locateIn = locate(text, found.at);
  const rows = found.list.map((item, index): Row => {
    const place: Row["place"] = (at) => locateIn(index, at);
    const faults = inRows.get(index);
    return faults === undefined ? { value: withoutNulls(item), place } : { faults, place };
  });
  return { rows, faults: [] };
}

/** What JSON can't hold or holds twice, by the index of its row; `list` leads to the list of rows. */
function lossesIn(text: string, list: readonly string[]) {
  const positionOf = positionsIn(text);
  const inRows = new Map<number, Fault[]>();
  const outside: Fault[] = [];
  for (const { at, offset, message } of jsonLosses(text)) {
    const index = at[list.length];
    const within = at.slice(list.length + 1);
    if (typeof index !== "number" || within.length === 0 || list.some((key, depth) => at[depth] !== key)) {
      outside.push({ ...positionOf(offset), message });
      continue;
    }
    const fault = { ...positionOf(offset), ...placeOfKey(within), path: pathOf(within), message };
    const before = inRows.get(index);
    if (before === undefined) inRows.set(index, [fault]);
    else before.push(fault);
  }
  return { inRows, outside };
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
  return { ...positionsIn(text)(offset), message: `the file is not JSON: ${message}${hint}` };
}
