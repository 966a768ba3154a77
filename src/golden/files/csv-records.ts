import { csvLibrary } from "./libraries.js";
import type { Fault } from "./rows.js";

export interface CsvRecord {
  /** From 1, of its first line. */
  readonly line: number;
  /** Null: nothing between the commas. The empty text is an empty pair of quotes, as in PostgreSQL. */
  readonly cells: readonly (string | null)[];
  /** Every cell is in quotes. */
  readonly quoted: boolean;
}

/** Lines that are no record; `column` counts from 0. */
export interface CsvFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Records and what is unreadable between them, in order. */
export function csvRecords(text: string, delimiter: string): (CsvRecord | CsvFault)[] {
  const found: (CsvRecord | CsvFault)[] = [];
  // The library counts a line break "\r\n" inside a cell twice.
  let countedTwice = 0;
  let start = 1;
  let end = 0;
  let quoted = true;
  csvLibrary().parse(text, {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    cast: (value, { index, lines, quoting }) => {
      countedTwice += value.split("\r\n").length - 1;
      if (index === 0) start = lines - countedTwice - breaks(value);
      quoted = quoting && (index === 0 || quoted);
      return value === "" && !quoting ? null : value;
    },
    on_record: (cells: (string | null)[], { lines }) => {
      end = lines - countedTwice;
      found.push({ line: start, cells, quoted });
      return null;
    },
    on_skip: (error) => {
      if (error === undefined) return undefined;
      const { code, lines, column } = error as { code?: string; lines?: number; column?: number };
      const line = code === "CSV_QUOTE_NOT_CLOSED" ? Math.max(end + 1, start) : (lines ?? end + 1) - countedTwice;
      const previous = found.at(-1);
      // One broken cell makes the library stumble several times on one line.
      if (previous === undefined || "cells" in previous || previous.line !== line)
        found.push({ line, column: column ?? 0, message: messages[code ?? ""] ?? error.message });
      return undefined;
    },
  });
  return found;
}

const breaks = (value: string): number => value.split(/\r\n|\n|\r/).length - 1;

const messages: Record<string, string | undefined> = {
  INVALID_OPENING_QUOTE:
    'a double quote stands in a cell that does not begin with one; put the cell in quotes and double those inside: "{""answer"": 1}"',
  CSV_INVALID_CLOSING_QUOTE:
    'a double quote inside a quoted cell must be doubled, as in "[{""name"": ""lookup_order""}]"',
  CSV_QUOTE_NOT_CLOSED:
    "a cell of this row opens a double quote that is never closed, so that nothing from here on can be read; close it",
};

export const isFault = (entry: CsvRecord | CsvFault): entry is CsvFault => "message" in entry;
export type { Fault };
