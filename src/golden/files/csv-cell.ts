import { pathOf } from "../../test-case/checking.js";
import type { CellKind } from "./csv-columns.js";
import { jsonFault } from "./json-fault.js";
import { jsonLosses } from "./json-losses.js";
import { cut } from "../../test-case/cut.js";

/** `undefined`: the cell says nothing. */
export type CellValue = { readonly value: unknown } | { readonly fault: string } | undefined;

/**
 * What a cell says. `emptyIsText`: a pair of quotes with nothing between is the empty text, not an absent value, which
 * can't be told in a file that puts everything in quotes.
 */
export function readCell(cell: string, kind: CellKind, emptyIsText: boolean): CellValue {
  if (kind === "string") return cell !== "" || emptyIsText ? { value: cell } : undefined;
  if (kind === "text") return cell === "" ? undefined : { value: cell };
  const trimmed = cell.trim();
  if (trimmed === "") return undefined;
  switch (kind) {
    case "names":
      return /^[[{]/.test(trimmed) ? readJsonCell(trimmed, '["first", "second"]') : readNames(trimmed);
    case "texts":
      return /^[[{]/.test(trimmed) ? readJsonCell(trimmed, '["first", "second"]') : readText(cell);
    case "persona":
      return trimmed.startsWith("{") ? readJsonCell(trimmed, '{"characteristics": "Terse."}') : { value: cell };
    case "boolean":
      return /^(?:true|false)$/i.test(trimmed)
        ? { value: trimmed.toLowerCase() === "true" }
        : { fault: `must be true or false, not ${start(JSON.stringify(cell))}` };
    case "number":
      return Number.isFinite(Number(trimmed))
        ? { value: Number(trimmed) }
        : { fault: `must be a number, not ${start(JSON.stringify(cell))}` };
    case "json":
      return readJsonCell(trimmed, '{"key": "value"}; a plain text as "text"');
  }
}

export const writeCell = (value: unknown, kind: CellKind): string =>
  typeof value === "string" && kind !== "json" ? value : JSON.stringify(value);

function readJsonCell(cell: string, example: string): CellValue {
  try {
    const value: unknown = JSON.parse(cell);
    const [loss] = jsonLosses(cell);
    if (loss === undefined) return { value };
    const where = loss.at.length === 0 ? "" : `in the JSON of the cell, ${pathOf(loss.at)}: `;
    return { fault: `${where}${loss.message}` };
  } catch {
    const { offset, message } = jsonFault(cell);
    return {
      fault: `the cell is not JSON (character ${String(offset + 1)}: ${message}); write it like ${example}, with each double quote doubled where the cell is in quotes`,
    };
  }
}

/** `a;b` is a list only where it can't be anything else. */
function readNames(cell: string): CellValue {
  const names = cell.split(/[;|,]/).map((name) => name.trim());
  if (names.length === 1 || names.every((name) => /^[\p{L}\p{N}_.:/-]+$/u.test(name))) return { value: names };
  return ambiguous(cell, names);
}

function readText(cell: string): CellValue {
  return /[|;\r\n]/.test(cell) ? ambiguous(cell, cell.trim().split(/\s*[|;\r\n]\s*/)) : { value: [cell] };
}

function ambiguous(cell: string, parts: readonly string[]): CellValue {
  const one = start(JSON.stringify([cell]));
  const several = start(JSON.stringify(parts.filter((part) => part !== "")));
  return { fault: `the cell could be one text or several; write it as a JSON list: ${one} or ${several}` };
}

const start = (cell: string): string => cut(cell, 60);
