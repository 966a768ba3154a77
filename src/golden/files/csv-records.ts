export interface CsvRecord {
  /** From 1, of its first line. */
  readonly line: number;
  /** Null: nothing between the commas. The empty text is an empty pair of quotes, as in PostgreSQL. */
  readonly cells: readonly (string | null)[];
  /** Every cell is in quotes. */
  readonly quoted: boolean;
}

/** A record that is unreadable; `line` is that of the bad cell, and `column` counts from 0. */
export interface CsvFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export const isFault = (entry: CsvRecord | CsvFault): entry is CsvFault => "message" in entry;

const messages = {
  bare: 'a double quote stands in a cell that does not begin with one; put the cell in quotes and double those inside: "{""answer"": 1}"',
  undoubled: 'a double quote inside a quoted cell must be doubled, as in "[{""name"": ""lookup_order""}]"',
  open: "a cell of this row opens a double quote that is never closed; close it",
};

/**
 * Records and what is unreadable between them, in order (RFC 4180, any line break). Written by hand for what follows a
 * broken quote: reading goes on behind the cell, or on the next line if the cell went past its own. Other readers take
 * the rows up to the next quote for text, and nobody hears of them.
 *
 * Linear: a quoted cell that fails ends at the next odd run of quotes, so no line is read again and again.
 */
export function csvRecords(text: string, delimiter: string): (CsvRecord | CsvFault)[] {
  const found: (CsvRecord | CsvFault)[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = line;
    const cells: (string | null)[] = [];
    let quoted = true;
    let fault: CsvFault | undefined;
    for (;;) {
      const cell = readCell(text, at, delimiter);
      fault ??= cell.message === undefined ? undefined : { line, column: cells.length, message: cell.message };
      quoted &&= cell.quoted;
      line += cell.quoted ? breaks(text, at, cell.end) : 0;
      cells.push(cell.value);
      at = cell.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    if (fault !== undefined) found.push(fault);
    else if (cells.length > 1 || cells[0] !== null) found.push({ line: start, cells, quoted });
  }
  return found;
}

interface Cell {
  readonly value: string | null;
  /** Where the delimiter or the line break behind it stands. */
  readonly end: number;
  readonly quoted: boolean;
  readonly message?: string;
}

function readCell(text: string, from: number, delimiter: string): Cell {
  if (text[from] !== '"') {
    const end = endOf(text, from, delimiter);
    const value = text.slice(from, end);
    const cell = { value: value === "" ? null : value, end, quoted: false };
    return value.includes('"') ? { ...cell, message: messages.bare } : cell;
  }
  let close = text.indexOf('"', from + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) return { value: null, end: endOf(text, from), quoted: false, message: messages.open };
  const next = text[close + 1];
  if (next === undefined || next === delimiter || next === "\n" || next === "\r")
    return { value: text.slice(from + 1, close).replaceAll('""', '"'), end: close + 1, quoted: true };
  // A cell that ends beyond its line was perhaps never meant to: what follows its line may be rows.
  const end = breaks(text, from, close) === 0 ? endOf(text, close, delimiter) : endOf(text, from);
  return { value: null, end, quoted: false, message: messages.undoubled };
}

/** The end of the line, or where the delimiter stands before that. */
function endOf(text: string, from: number, delimiter?: string): number {
  let at = from;
  while (at < text.length) {
    const symbol = text[at];
    if (symbol === delimiter || symbol === "\n" || symbol === "\r") break;
    at += 1;
  }
  return at;
}

function breaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1)
    if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) count += 1;
  return count;
}
