import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, RehearsalError } from "../errors.js";
import { parse, type Schema } from "../test-case/schema.js";
import { excerptOf } from "./neutralise.js";
import { endSchema, headerSchema, resultSchema, type RunEnd, type RunHeader } from "./record-schema.js";
import {
  RUN_RECORD_VERSION,
  RUN_RECORD_VERSIONS,
  type CaseResult,
  type RunRecord,
  type RunSummary,
} from "./run-record.js";
import { runPassed, summarize } from "./status.js";
import { RUN_FILE } from "./write-run.js";

/**
 * Reads the record that `evaluate` wrote to `path`. Rejects with an error that names the line where the file is no
 * record, is of another version, or is not whole.
 */
export async function readRun(path: string): Promise<RunRecord> {
  const full = resolve(path);
  const content = await readFile(full, "utf8").catch((error: unknown) => {
    const isFolder = error instanceof Error && "code" in error && error.code === "EISDIR";
    const why = isFolder ? `${full} is a directory; give the ${RUN_FILE} in it` : messageOf(error);
    throw new RehearsalError("invalid_file", `the run record can't be read: ${why}`, { cause: error });
  });
  return { ...parseRun(content, path), path: full };
}

/** The record that the text of a file holds; `file` is what errors call it. */
export function parseRun(content: string, file: string): RunRecord {
  // Only at line feeds: JSON keeps other separators of lines as they are.
  const lines = content.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const header = headerOf(lines[0] ?? "", file);
  const results: CaseResult[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const at: Place = { file, line: index + 1 };
    const value = jsonOf(line, at, index === lines.length - 1);
    if (typeOf(value) === "run") throw bad(at, "another run begins here, and a record holds one");
    if (typeOf(value) !== "summary") {
      results.push(untyped(parseLine(resultSchema, value, at)));
      continue;
    }
    const end: RunEnd = untyped(parseLine(endSchema, value, at));
    if (index < lines.length - 1) throw bad({ file, line: index + 2 }, "there is more after the summary");
    if (!sameCounts(end.summary, summarize(results))) {
      throw bad(at, `the summary does not count the ${String(results.length)} results before it`);
    }
    if (end.passed !== runPassed(results, end.gate)) {
      throw bad(at, `the summary says "passed": ${String(end.passed)}, and the results before it do not`);
    }
    return { ...header, ...end, results };
  }
  throw bad({ file, line: lines.length + 1 }, `the summary is missing: ${cutOff}`);
}

interface Place {
  readonly file: string;
  readonly line: number;
}

const cutOff = "the file was cut off, or is still being written";

function headerOf(line: string, file: string): RunHeader {
  const at: Place = { file, line: 1 };
  const foreign = bad(at, 'this is no run record; the first line of one is {"type":"run","version":2,…}');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw foreign;
  }
  if (typeOf(value) !== "run") throw foreign;
  const { version } = value as { version?: unknown };
  if (!RUN_RECORD_VERSIONS.some((known) => known === version)) {
    const reads = `this Rehearsal reads versions ${RUN_RECORD_VERSIONS.join(" and ")}`;
    const isNewer = typeof version === "number" && version > RUN_RECORD_VERSION;
    const hint = isNewer ? ": a newer one wrote it, so update the package rehearsal" : "";
    throw bad(at, `the record has version ${excerptOf(version)}, and ${reads}${hint}`);
  }
  return untyped(parseLine(headerSchema, value, at));
}

function jsonOf(line: string, at: Place, isLast: boolean): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw bad(at, isLast ? cutOff : "this is no JSON");
  }
}

function parseLine<T extends object>(schema: Schema<T>, value: unknown, { file, line }: Place): T {
  try {
    return parse(schema, value, `${file}, line ${String(line)}`);
  } catch (error) {
    const issues = error instanceof RehearsalError ? error.issues : [];
    throw new RehearsalError("invalid_file", messageOf(error), { cause: error, issues });
  }
}

const typeOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "type" in value ? value.type : undefined;

function untyped<T extends { readonly type: string }>({ type: _, ...rest }: T): Omit<T, "type"> {
  return rest;
}

const sameCounts = (a: RunSummary, b: RunSummary): boolean =>
  (Object.keys(a) as (keyof RunSummary)[]).every((key) => a[key] === b[key]);

const bad = ({ file, line }: Place, message: string): RehearsalError =>
  new RehearsalError("invalid_file", `${file}, line ${String(line)}: ${message}`);
