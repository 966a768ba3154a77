import { nearestKey } from "../test-case/nearest-key.js";
import { nameOf } from "../test-case/plain-messages.js";
import { tryParse } from "../test-case/schema.js";
import type { AnyGolden } from "./any-golden.js";
import { conversationalGoldenSchema } from "./conversational-golden.js";
import type { DatasetIssue } from "./dataset-issue.js";
import type { Fault, Row } from "./files/rows.js";
import { goldenSchema } from "./golden.js";

export interface ReadGoldens {
  /** In the order of the rows; bad rows are left out. */
  readonly goldens: readonly AnyGolden[];
  readonly issues: readonly DatasetIssue[];
  /** How many rows are bad. */
  readonly bad: number;
}

/** Turns rows into goldens, each by itself: a bad row is an issue, and the good ones are kept. */
export function readGoldens(rows: readonly Row[], file?: string): ReadGoldens {
  const goldens: AnyGolden[] = [];
  const issues: DatasetIssue[] = [];
  const rowOfId = new Map<string, number>();
  let bad = 0;
  rows.forEach((row, index) => {
    const number = index + 1;
    const report = (fault: Fault) => {
      issues.push({ ...(file !== undefined && { file }), row: number, ...fault, path: fault.path ?? "" });
    };
    const golden = readRow(row, report);
    if (golden === undefined) {
      bad += 1;
      return;
    }
    const twin = rowOfId.get(golden.id);
    if (twin === undefined) {
      rowOfId.set(golden.id, number);
      goldens.push(golden);
      return;
    }
    bad += 1;
    const line = rows[twin - 1]?.place([]).line;
    const first = line === undefined ? `golden ${String(twin)}` : `row ${String(twin)} (line ${String(line)})`;
    const message = hasOwnId(row.value)
      ? `the id "${golden.id}" is taken by ${first}; give one of them another`
      : `says the same as ${first}; remove one, or give each an id`;
    report({ ...row.place(["id"]), path: "id", message });
  });
  return { goldens, issues, bad };
}

function readRow(row: Row, report: (fault: Fault) => void): AnyGolden | undefined {
  if (row.faults !== undefined) {
    row.faults.forEach(report);
    return undefined;
  }
  const kind = kindOf(row.value);
  if (kind !== "golden" && kind !== "conversational") {
    report({ ...row.place([]), message: kind.fault });
    return undefined;
  }
  const result =
    kind === "golden" ? tryParse(goldenSchema, row.value) : tryParse(conversationalGoldenSchema, row.value);
  if ("value" in result) return result.value;
  for (const { at, path, message } of result.issues) report({ ...row.place(at), path, message });
  return undefined;
}

function kindOf(value: unknown): "golden" | "conversational" | { readonly fault: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { fault: `a golden must be an object, not ${nameOf(value)}` };
  const has = (key: string) => (value as Record<string, unknown>)[key] !== undefined;
  if (has("scenario") && has("input"))
    return {
      fault:
        'has both "input" (one question) and "scenario" (a conversation); keep one: for the first words of a conversation there is "opening"',
    };
  if (has("scenario")) return "conversational";
  if (has("input")) return "golden";
  const slip = Object.keys(value).find((key) => nearestKey(key, ["input", "scenario"]) !== undefined);
  const hint =
    slip === undefined ? "" : `; is "${slip}" a slip for "${nearestKey(slip, ["input", "scenario"]) ?? ""}"?`;
  return { fault: `has neither "input" (one question) nor "scenario" (a conversation)${hint}` };
}

const hasOwnId = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (value as { id?: unknown }).id !== undefined;
