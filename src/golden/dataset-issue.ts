import type { Issue } from "../errors.js";

/** What is wrong with a row, where exactly, and what to do. */
export interface DatasetIssue extends Issue {
  /** Absent where goldens were given as values or as text. */
  readonly file?: string;
  /** Which golden it is, from 1: the header of a CSV file and blank lines do not count. Absent: the whole file. */
  readonly row?: number;
  /** From 1. */
  readonly line?: number;
  /** In that line, from 1. */
  readonly character?: number;
  /** The column of a CSV file as its header spells it, or the key of the golden. */
  readonly column?: string;
  /** The way to the value inside the golden, for example `expectedTools[0].name`. */
  readonly path: string;
  readonly message: string;
}

const MAX_LINES = 20;

/** As in `refunds.csv:4 (row 3), column expected_tools: …`. */
export function describeIssue({ file, row, line, character, column, path, message }: DatasetIssue): string {
  const at = [line, character].filter((part) => part !== undefined);
  const source =
    file === undefined
      ? at.map((part, index) => `${index === 0 ? "line" : "character"} ${String(part)}`)
      : [[file, ...at].join(":")];
  const golden = row === undefined ? "" : source.length === 0 ? `golden ${String(row)}` : `(row ${String(row)})`;
  const value = path !== "" ? path : column === undefined ? "" : `column ${column}`;
  const where = [[...source, golden].filter((part) => part !== "").join(" "), value].filter((part) => part !== "");
  return where.length === 0 ? message : `${where.join(", ")}: ${message}`;
}

export function describeIssues(issues: readonly DatasetIssue[]): string {
  const lines = issues.slice(0, MAX_LINES).map((issue) => `\n  ${describeIssue(issue)}`);
  if (issues.length > MAX_LINES) lines.push(`\n  and ${String(issues.length - MAX_LINES)} more`);
  return lines.join("");
}
