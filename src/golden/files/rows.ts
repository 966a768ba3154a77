/** A place in a file, as far as it is known. */
export interface Place {
  /** From 1. */
  readonly line?: number;
  /** In that line, from 1. */
  readonly character?: number;
  /** The column of a CSV file as its header spells it, or the key of the golden. */
  readonly column?: string;
}

export interface Fault extends Place {
  /** What is wrong, and what to do. */
  readonly message: string;
  /** The way to the value inside the golden, for example `expectedTools[0].name`. Absent: the golden itself. */
  readonly path?: string;
}

/** One golden as a file holds it, before anything looked at what it says. */
export interface Row {
  /** Absent where its text could not be read; `faults` says why. */
  readonly value?: unknown;
  readonly faults?: readonly Fault[];
  /** Where in the file the row is, or the value that a path of keys leads to. */
  readonly place: (at: readonly PropertyKey[]) => Place;
}

export interface FileContent {
  readonly rows: readonly Row[];
  /** What is wrong with the file as a whole: then no row can be used, and what is wrong with one is still worth telling. */
  readonly faults: readonly Fault[];
}

export const brokenFile = (...faults: Fault[]): FileContent => ({ rows: [], faults });

export const placeOfKey = (at: readonly PropertyKey[]): Place => (at[0] === undefined ? {} : { column: String(at[0]) });

/** The list in an array or in `{ goldens: [...] }`, and the keys that lead to it. Keys that begin with x- are left alone. */
export function listOf(value: unknown): { readonly list: readonly unknown[]; readonly at: readonly string[] } | Fault {
  if (Array.isArray(value)) return { list: value, at: [] };
  const shape = "must be a list of goldens, or an object with the one key goldens";
  if (value === null) return { message: "the file holds no goldens; write at least one" };
  if (typeof value !== "object") return { message: `the file ${shape}` };
  const { goldens, ...others } = value as { goldens?: unknown };
  const other = Object.keys(others).find((key) => !key.startsWith("x-"));
  if (Array.isArray(goldens) && other === undefined) return { list: goldens, at: ["goldens"] };
  if (Array.isArray(goldens))
    return { message: `unknown key "${String(other)}" beside goldens; only keys that begin with x- may stand there` };
  const single = "scenario" in value || "input" in value;
  return { message: single ? `this is a single golden; the file ${shape}` : `the file ${shape}` };
}

/** Tells line and character of offsets in a text; quick where each is asked for after those before it. */
export function positionsIn(text: string): (offset: number) => { readonly line: number; readonly character: number } {
  const lineBreak = /\r\n|\n|\r/g;
  let line = 1;
  let start = 0;
  let next = lineBreak.exec(text)?.index ?? Infinity;
  return (offset) => {
    if (offset < start) return positionsIn(text)(offset);
    while (next < offset) {
      line += 1;
      start = lineBreak.lastIndex;
      next = lineBreak.exec(text)?.index ?? Infinity;
    }
    return { line, character: offset - start + 1 };
  };
}
