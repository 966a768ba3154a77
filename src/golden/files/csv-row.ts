import { put } from "../../test-case/json.js";
import { readCell } from "./csv-cell.js";
import { cellKinds, type GoldenKey } from "./csv-columns.js";
import { isFault, type CsvFault, type CsvRecord } from "./csv-records.js";
import { placeOfKey, type Fault, type Row } from "./rows.js";

export interface Column {
  /** As the header spells it. */
  readonly name: string;
  /** Absent: a custom column. */
  readonly key?: GoldenKey;
}

/** The row that a record holds; none where every cell is empty. */
export function rowOf(entry: CsvRecord | CsvFault, columns: readonly Column[], emptyIsText: boolean): Row[] {
  const { line } = entry;
  const place: Row["place"] = ([key]) => {
    const column = key === undefined ? undefined : columns.find((candidate) => candidate.key === key)?.name;
    return { line, ...(column === undefined ? placeOfKey(key === undefined ? [] : [key]) : { column }) };
  };
  const broken = (...faults: Omit<Fault, "line">[]): Row[] => [
    { faults: faults.map((fault) => ({ line, ...fault })), place },
  ];
  if (isFault(entry)) {
    const column = columns[entry.column]?.name;
    return broken({ message: entry.message, ...(column !== undefined && { column }) });
  }
  const { cells } = entry;
  if (cells.every((cell) => cell === null)) return [];
  if (cells.length !== columns.length) {
    const count = `the row has ${String(cells.length)} cells, the header ${String(columns.length)}`;
    const todo =
      cells.length > columns.length
        ? "text that holds the separator must be in double quotes"
        : "write empty cells too";
    return broken({ message: `${count}; ${todo}` });
  }
  const { value, custom, faults } = readCells(cells, columns, emptyIsText);
  const given = value.customColumnKeyValues;
  // What is no object is left to the schema, which says what is wrong with it.
  if (Object.keys(custom).length > 0 && (given === undefined || (typeof given === "object" && given !== null))) {
    const twice = Object.keys(custom).find((name) => Object.hasOwn(given ?? {}, name));
    if (twice !== undefined)
      faults.push({ column: twice, message: "is in customColumnKeyValues too; keep one of them" });
    value.customColumnKeyValues = { ...given, ...custom };
  }
  return faults.length > 0 ? broken(...faults) : [{ value, place }];
}

function readCells(cells: readonly (string | null)[], columns: readonly Column[], emptyIsText: boolean) {
  const value: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  const faults: Omit<Fault, "line">[] = [];
  columns.forEach(({ name, key }, index) => {
    const cell = cells[index] ?? null;
    if (cell === null) return;
    const read = readCell(cell, key === undefined ? "string" : cellKinds[key], emptyIsText);
    if (read === undefined) return;
    if (name === "")
      faults.push({ column: String(index + 1), message: "the column has no name; give it one in the header" });
    else if ("fault" in read) faults.push({ column: name, message: read.fault });
    else if (key !== undefined) value[key] = read.value;
    else put(custom, name, read.value);
  });
  return { value, custom, faults };
}
