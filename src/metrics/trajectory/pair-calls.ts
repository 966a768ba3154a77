import type { ToolMatchMode } from "../../test-case/asserted-fields.js";
import type { CallTable } from "./call-table.js";
import { UNDECIDED } from "./compare-calls.js";
import { orderedPairs } from "./matching/ordered-pairs.js";
import { unorderedPairs } from "./matching/unordered-pairs.js";
import { groupCalls } from "./read-calls.js";

/** Modes that pair calls with calls. */
export type PairingMode = Exclude<ToolMatchMode, "forbid" | "none">;

export interface WeighedPair {
  readonly expected: number;
  readonly actual: number;
  /** More than 0, and 1 where they match. */
  readonly weight: number;
}

/** By how much a match outweighs anything less; see `similarity`. */
const LEAST_DIFFERENCE = 2 ** -20;

/** The best pairs of a mode; `benefit`: whether undecided pairs get the benefit of the doubt. */
export function pairCalls(table: CallTable, mode: PairingMode, benefit: boolean): readonly WeighedPair[] {
  const { expected, actual, compare } = table;
  const weight = (e: number, a: number): number => {
    const agreement = compare(e, a);
    return agreement === UNDECIDED ? Number(benefit) : agreement;
  };
  const isMatch = (e: number, a: number) => table.isMatch(e, a) || (benefit && compare(e, a) === UNDECIDED);
  // A required call comes before any number of optional ones, by however little its match is better than another; except
  // where only the calls made are asked about.
  const optional = expected.filter(({ required }) => !required).length;
  const most = mode === "subset" || optional === 0 ? 1 : (2 * (optional + 1)) / LEAST_DIFFERENCE;
  const scale = (e: number) => (expected[e]?.required === true ? most : 1);
  const alike = most === 1;
  const pairs =
    mode === "exact" || mode === "inOrder"
      ? orderedPairs({ expected: expected.length, groups: groupCalls(actual), isMatch, weight, scale }, optional === 0)
      : unorderedPairs({
          ...{ expected: expected.length, actual: actual.length, keys: table.keys, buckets: table.buckets },
          ...{ isMatch, weight, scale: alike ? null : scale },
        });
  return pairs.map(([e, a]) => ({ expected: e, actual: a, weight: isMatch(e, a) ? 1 : weight(e, a) }));
}
