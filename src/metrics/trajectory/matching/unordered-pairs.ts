import { bestAssignment } from "./best-assignment.js";
import { maximumMatching } from "./maximum-matching.js";

type Pairs = readonly (readonly [expected: number, actual: number])[];

/** Expected and actual calls to one tool, by their indices: only they can be paired. */
export interface Bucket {
  readonly expected: readonly number[];
  readonly actual: readonly number[];
}

export interface Assignment {
  readonly buckets: readonly Bucket[];
  readonly isMatch: (expected: number, actual: number) => boolean;
  /** From 0 (never paired) to 1, which is what matches have; not asked for where matches settle it. */
  readonly weight: (expected: number, actual: number) => number;
  /** What a pair of this expected call counts, beside its weight. Null: all count alike. */
  readonly scale: ((expected: number) => number) | null;
  /** The same for an expected and an actual call of one tool means that they match; null where that can't be said. */
  readonly keys: { readonly expected: readonly (string | null)[]; readonly actual: readonly (string | null)[] };
}

/** The best pairs in any order, tool by tool. */
export const unorderedPairs = (assignment: Assignment): Pairs =>
  assignment.buckets.flatMap((bucket) => pairsOf(bucket, assignment)).sort(([a], [b]) => a - b);

function pairsOf({ expected, actual }: Bucket, { isMatch, weight, scale, keys }: Assignment): Pairs {
  const weigh = (e: number, a: number) => weight(expected[e] ?? 0, actual[a] ?? 0);
  const equal = joined(
    expected.map((e) => keys.expected[e] ?? null),
    actual.map((a) => keys.actual[a] ?? null),
  );
  const { partners, size } = maximumMatching(
    expected.length,
    actual.length,
    (e, a) => isMatch(expected[e] ?? 0, actual[a] ?? 0),
    equal,
  );
  const settled = size === expected.length || (scale === null && size === actual.length);
  const best = settled ? partners : refine(weigh, partners);
  return Array.from(best).flatMap((a, e) => (a === -1 ? [] : [[expected[e] ?? 0, actual[a] ?? 0] as const]));

  function refine(weighed: typeof weigh, start: Int32Array): Int32Array {
    const sizes = [expected.length, actual.length] as const;
    if (scale === null) return bestAssignment(...sizes, weighed, 1, start);
    const scales = expected.map(scale);
    return bestAssignment(...sizes, (e, a) => (scales[e] ?? 1) * weighed(e, a), Math.max(...scales));
  }
}

/** Pairs of the same key, each in one pair at most; what has no key (null) is left alone. */
function joined(expected: readonly (string | null)[], actual: readonly (string | null)[]): Int32Array {
  const free = new Map<string, number[]>();
  for (let a = actual.length - 1; a >= 0; a -= 1) {
    const key = actual[a] ?? null;
    if (key === null) continue;
    const waiting = free.get(key);
    if (waiting === undefined) free.set(key, [a]);
    else waiting.push(a);
  }
  return Int32Array.from(expected, (key) => (key === null ? -1 : (free.get(key)?.pop() ?? -1)));
}
