import { keyOfColumn, misspeltKey } from "./csv-columns.js";
import { csvRecords, isFault } from "./csv-records.js";
import { rowOf, type Column } from "./csv-row.js";
import { brokenFile, type Fault, type FileContent } from "./rows.js";

/**
 * A column for a field; the first line names them. Other columns are custom ones, unless their name looks like a slip
 * of the pen and is not in `customColumns`.
 */
export function readCsv(text: string, customColumns: readonly string[] = []): FileContent {
  const [header, ...entries] = csvRecords(text, delimiterOf(text));
  if (header === undefined) return brokenFile({ line: 1, message: "the file has no header line" });
  if (isFault(header)) return brokenFile({ line: header.line, message: `in the header line, ${header.message}` });
  const columns = header.cells.map((cell): Column => {
    const name = (cell ?? "").trim();
    const key = customColumns.includes(name) ? undefined : keyOfColumn(name);
    return { name, ...(key && { key }) };
  });
  const faults = headerFaults(columns, customColumns).map((fault): Fault => ({ line: header.line, ...fault }));
  // A slip is read as what was meant, so that what is wrong with the rows is told at the same time.
  const meant = columns.map(({ name, key }): Column => {
    const likely = key ?? (customColumns.includes(name) ? undefined : misspeltKey(name));
    return { name, ...(likely && { key: likely }) };
  });
  const rows = entries.flatMap((entry) => rowOf(entry, meant, !header.quoted));
  return { rows, faults };
}

/** Spreadsheets of some countries write semicolons, some programs tabs. */
function delimiterOf(text: string): string {
  const [header = ""] = text.split(/[\r\n]/, 1);
  const known = (delimiter: string) =>
    header.split(delimiter).filter((name) => keyOfColumn(name.replace(/"/g, ""))).length;
  return [",", ";", "\t"].reduce((best, next) => (known(next) > known(best) ? next : best));
}

function headerFaults(columns: readonly Column[], customColumns: readonly string[]): Fault[] {
  return columns.flatMap(({ name, key }, index): Fault[] => {
    if (name === "") return [];
    const same = columns.findIndex((other) => other.name === name || (key !== undefined && other.key === key));
    if (same < index) {
      const first = columns[same]?.name ?? "";
      return [
        {
          column: name,
          message: `columns ${String(same + 1)} ("${first}") and ${String(index + 1)} ("${name}") are the same; remove one`,
        },
      ];
    }
    const meant = key === undefined && !customColumns.includes(name) ? misspeltKey(name) : undefined;
    if (meant === undefined) return [];
    const message = `unknown column "${name}"; did you mean "${meant}"? If not, give the column another name, or list it in customColumns of EvaluationDataset.load`;
    return [{ column: name, message }];
  });
}
