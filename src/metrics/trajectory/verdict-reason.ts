import type { ToolMatchMode } from "../../test-case/asserted-fields.js";
import type { Verdict } from "../../test-case/metric.js";
import type { CallTable } from "./call-table.js";
import { cut } from "../../test-case/cut.js";
import { FAILED } from "./compare-outcome.js";
import { describeCall, inWords } from "./describe-match.js";
import { placeOf } from "./near-miss.js";
import type { ReadCall } from "./read-calls.js";
import type { CallPair } from "./tool-match-result.js";
import { counted } from "../../test-case/counted.js";

interface Outcome {
  readonly mode: ToolMatchMode;
  readonly verdict: Verdict;
  readonly table: CallTable;
  readonly missing: readonly number[];
  readonly nearMisses: readonly CallPair[];
  readonly undecided: readonly CallPair[];
  readonly unexpected: readonly ReadCall[];
  readonly hints: ReadonlyMap<number, string>;
}

/** One sentence: what is missing or too many, and where. */
export function reasonOf(outcome: Outcome): string {
  const { verdict, mode, table, missing, unexpected, undecided } = outcome;
  if (verdict === "skipped")
    return `no call is required, so "${mode}" has nothing to match; use "none" or "subset" to rule calls out`;
  if (verdict === "errored") return unsure(undecided);
  const extraCounts = mode !== "superset" && mode !== "inOrder";
  if (verdict === "passed") return passed(table, missing.length, extraCounts ? 0 : unexpected.length);
  const parts = [
    ...(missing.length > 0 && mode !== "subset" ? [missingPart(outcome)] : []),
    ...(extraCounts && unexpected.length > 0 ? [extraPart(unexpected, mode, nearest(outcome))] : []),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

function unsure([doubt]: readonly CallPair[]): string {
  if (doubt === undefined) return "it can't be told whether the calls match";
  const where = placeOf({ turn: doubt.turn, position: doubt.call });
  return `whether ${doubt.actual.name} (${where}) is the expected call can't be told: ${doubt.differences.map(inWords).join("; ")}`;
}

function passed({ expected }: CallTable, missing: number, extra: number): string {
  const required = expected.filter((call) => call.required).length;
  if (expected.length === 0) return "no tool was called";
  const besides = extra === 0 ? "" : `, and ${String(extra)} more`;
  if (missing > 0) return `${String(required - missing)} of ${counted(required, "expected call")} were made${besides}`;
  return required === 1
    ? `the expected call was made${besides}`
    : `all ${String(required)} expected calls were made${besides}`;
}

function missingPart(outcome: Outcome): string {
  const { table, missing, hints } = outcome;
  const first = table.expected[missing[0] ?? 0];
  if (first === undefined) return "";
  const more = missing.length === 1 ? "" : ` (and ${counted(missing.length - 1, "more expected call")})`;
  const near = nearest(outcome);
  const pair = near?.expectedIndex === first.index ? near : undefined;
  const hint = hints.get(first.index);
  const where = pair === undefined ? "" : placeOf({ turn: pair.turn, position: pair.call });
  if (pair?.similarity === 1) return `${describeCall(first.call)} was made out of order (${where})${more}`;
  if (pair?.differences.length === 1 && pair.differences[0]?.path === FAILED)
    return `${describeCall(first.call)} was called and failed (${where})${more}: ${cut(pair.actual.error ?? "", 200)}`;
  if (pair !== undefined) {
    return `${first.call.name} was not called as expected${more}; nearest is ${where}: ${pair.differences.map(inWords).join("; ")}`;
  }
  return `${describeCall(first.call)} was not called${more}${hint === undefined ? "" : `: ${hint}`}`;
}

const nearest = ({ nearMisses }: Outcome): CallPair | undefined => nearMisses[0];

function extraPart(unexpected: readonly ReadCall[], mode: ToolMatchMode, near: CallPair | undefined): string {
  // A call that was named as the nearest miss is not named again as one too many.
  const rest = unexpected.filter(({ index }) => mode === "subset" || index !== near?.actualIndex);
  const [first] = rest;
  if (first === undefined) return "";
  const more = rest.length === 1 ? "" : ` (and ${counted(rest.length - 1, "more such call")})`;
  const why = mode === "none" ? "and no tool may be called" : "which was not expected";
  return `${first.call.name} was called (${placeOf(first)}), ${why}${more}`;
}
