import type { ToolMatchMode } from "../../test-case/asserted-fields.js";
import type { Verdict } from "../../test-case/metric.js";
import type { CallTable } from "./call-table.js";
import { describeMatch } from "./describe-match.js";
import { callPair, hintFor, nearMisses } from "./near-miss.js";
import { pairCalls } from "./pair-calls.js";
import type { ReadCall } from "./read-calls.js";
import { scorePairs, type Score } from "./score-pairs.js";
import type { ToolMatchResult } from "./tool-match-result.js";
import { reasonOf } from "./verdict-reason.js";

export interface PairingOptions {
  readonly mode: Exclude<ToolMatchMode, "forbid">;
  readonly threshold: number;
  /** Calls that were made or attempted and do not count. */
  readonly left: readonly ReadCall[];
}

/** Sums of thirds and tenths miss a threshold by less than this. */
const ROUNDING = 1e-9;

/** All modes but `forbid`: pairs calls one to one, and gives undecided pairs both ways of being decided. */
export function matchPairs(table: CallTable, { mode, threshold, left }: PairingOptions): ToolMatchResult {
  // No expected call can be paired with: the same rule as that of "exact" where nothing is expected.
  const pairing = mode === "none" ? "exact" : mode;
  const pairs = pairCalls(table, pairing, false);
  const least = scorePairs(table, pairing, pairs);
  const doubts = table.undecided();
  const most = doubts.length === 0 ? least : scorePairs(table, pairing, pairCalls(table, pairing, true));
  const known = (part: (score: Score) => number) =>
    Math.abs(part(least) - part(most)) < ROUNDING ? part(least) : null;

  const matched = pairs.filter(({ weight }) => weight === 1);
  const [met, used] = [new Set(matched.map(({ expected }) => expected)), new Set(matched.map(({ actual }) => actual))];
  const missing = table.expected.flatMap(({ required }, e) => (required && !met.has(e) ? [e] : []));
  const unexpected = table.actual.filter((_, a) => !used.has(a));
  const asserted = (mode !== "superset" && mode !== "inOrder") || table.expected.some(({ required }) => required);
  const verdict = asserted ? decide(least, most, threshold) : "skipped";
  const near = verdict === "passed" && missing.length === 0 ? [] : nearMisses(table, missing, pairs);
  const hints = hintsFor(table, missing, new Set(near.map(({ expectedIndex }) => expectedIndex)), left);
  const found = {
    mode,
    pairs: matched.map(({ expected, actual }) => callPair(table, expected, actual)),
    nearMisses: near,
    undecided: doubts.filter(([e, a]) => !met.has(e) && !used.has(a)).map(([e, a]) => callPair(table, e, a)),
  };
  const reason = reasonOf({ ...found, verdict, table, missing, unexpected, hints });
  const details = describeMatch({ ...found, expected: table.expected, unexpected, hints });
  // Where undecided pairs leave it open, the bound that decided.
  const score = known(({ score }) => score) ?? (verdict === "passed" ? least.score : most.score);
  return {
    ...found,
    verdict,
    score: asserted && verdict !== "errored" ? snapped(score, threshold) : null,
    precision: known(({ precision }) => precision),
    recall: known(({ recall }) => recall),
    missing: missing.flatMap((e) => table.expected[e]?.call ?? []),
    unexpected: unexpected.map(({ call }) => call),
    ...decisivePlace(found, verdict, mode, unexpected),
    reason,
    details,
    message: [reason, ...details].join("\n"),
  };
}

/** What holds whatever the undecided pairs are is decided. */
function decide(least: Score, most: Score, threshold: number): Verdict {
  const passes = ({ full, score }: Score) => (threshold === 1 ? full : score >= threshold - ROUNDING);
  if (passes(least)) return "passed";
  return passes(most) ? "errored" : "failed";
}

const snapped = (score: number, threshold: number): number =>
  Math.abs(score - threshold) <= ROUNDING && threshold !== 1 ? threshold : score;

function hintsFor(
  table: CallTable,
  missing: readonly number[],
  explained: ReadonlySet<number>,
  left: readonly ReadCall[],
): ReadonlyMap<number, string> {
  return new Map(
    missing.flatMap((e) => {
      const call = table.expected[e];
      if (call === undefined || explained.has(call.index)) return [];
      const hint = hintFor(call.call.name, e, table, left);
      return hint === null ? [] : [[call.index, hint] as const];
    }),
  );
}

function decisivePlace(
  { nearMisses, undecided }: Pick<ToolMatchResult, "nearMisses" | "undecided">,
  verdict: Verdict,
  mode: ToolMatchMode,
  unexpected: readonly ReadCall[],
): Pick<ToolMatchResult, "turn" | "call"> {
  if (verdict === "passed" || verdict === "skipped") return {};
  const pair = verdict === "errored" ? undecided[0] : nearMisses[0];
  const extra = mode === "superset" || mode === "inOrder" || pair !== undefined ? undefined : unexpected[0];
  const turn = pair?.turn ?? extra?.turn ?? undefined;
  const call = pair?.call ?? extra?.position;
  return { ...(turn === undefined ? {} : { turn }), ...(call === undefined ? {} : { call }) };
}
