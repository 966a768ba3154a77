import type { AnyGolden } from "../any-golden.js";
import { RehearsalError } from "../../errors.js";
import { writeCell } from "./csv-cell.js";
import { cellKinds, keyOfColumn, misspeltKey, type GoldenKey } from "./csv-columns.js";

/** Beyond this, custom values share one column: a column for each would make the file grow with its square. */
const MAX_CUSTOM_COLUMNS = 64;

export function writeCsv(goldens: readonly AnyGolden[]): string {
  const custom = customColumnsOf(goldens);
  const rows = goldens.map((golden, index) => {
    const { customColumnKeyValues: values, ...fields } = golden;
    const left = Object.entries(values ?? {}).filter(([name]) => !custom.includes(name));
    const none = values !== undefined && Object.keys(values).length === 0;
    const known = left.length > 0 || none ? { ...fields, customColumnKeyValues: Object.fromEntries(left) } : fields;
    const cell = (column: string, text: string) => quote(whole(text, column, golden, index));
    return {
      known: new Map(
        Object.entries(known).map(([key, value]) => [key, cell(key, writeCell(value, cellKinds[key as GoldenKey]))]),
      ),
      custom: custom.map((name) => (values && Object.hasOwn(values, name) ? cell(name, values[name] ?? "") : "")),
    };
  });
  const keys = Object.keys(cellKinds).filter((key) => rows.some(({ known }) => known.has(key)));
  const lines = rows.map((row) => [...keys.map((key) => row.known.get(key) ?? ""), ...row.custom]);
  return [[...keys, ...custom.map(quote)], ...lines].map((cells) => `${cells.join(",")}\n`).join("");
}

/** Custom values that can have a column of their own: a reader must see that they are custom. */
function customColumnsOf(goldens: readonly AnyGolden[]): string[] {
  const names = new Set(goldens.flatMap(({ customColumnKeyValues }) => Object.keys(customColumnKeyValues ?? {})));
  if (names.size > MAX_CUSTOM_COLUMNS) return [];
  return [...names].filter(
    (name) =>
      name !== "" &&
      name === name.trim() &&
      !/\p{Surrogate}/u.test(name) &&
      keyOfColumn(name) === undefined &&
      misspeltKey(name) === undefined,
  );
}

const quote = (text: string): string =>
  text === "" || /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function whole(text: string, column: string, { id }: AnyGolden, index: number): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw new RehearsalError(
    "invalid_input",
    `golden ${String(index + 1)} (${id}), ${column}: holds one half of a surrogate pair, which a CSV file can't keep; save it as .json, .jsonl or .yaml`,
  );
}
