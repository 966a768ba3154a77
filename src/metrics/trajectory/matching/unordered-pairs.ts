import { bestAssignment } from "./best-assignment.js";
import { maximumMatching } from "./maximum-matching.js";

type Pairs = readonly (readonly [expected: number, actual: number])[];

/** Expected and actual calls to one tool, by their indices: only they can be paired. */
export interface Bucket {
  readonly expected: readonly number[];
  readonly actual: readonly number[];
}

type Key = (index: number, form: "json" | "canonical") => string | null;

export interface Assignment {
  readonly expected: number;
  readonly actual: number;
  /**
   * The same key for an expected and an actual call means that they match; null where that can't be said. `"json"` is
   * quick, and misses some; `"canonical"` finds all.
   */
  readonly keys: { readonly expected: Key; readonly actual: Key };
  /** Asked for where keys do not settle it. */
  readonly buckets: () => readonly Bucket[];
  readonly isMatch: (expected: number, actual: number) => boolean;
  /** From 0 (never paired) to 1, which is what matches have; not asked for where matches settle it. */
  readonly weight: (expected: number, actual: number) => number;
  /** What a pair of this expected call counts, beside its weight. Null: all count alike. */
  readonly scale: ((expected: number) => number) | null;
}

/** The best pairs in any order, tool by tool. */
export function unorderedPairs(assignment: Assignment): Pairs {
  const quick = join(assignment, "json").partners;
  if (!quick.includes(-1)) return Array.from(quick, (a, e) => [e, a] as const);
  const equal = join(assignment, "canonical");
  return assignment
    .buckets()
    .flatMap((bucket) => pairsOf(bucket, assignment, equal))
    .sort(([a], [b]) => a - b);
}

interface Joined {
  readonly partners: Int32Array;
  /** Who has no key, and may match whatever its key would be. */
  readonly unkeyed: { readonly expected: ReadonlySet<number>; readonly actual: ReadonlySet<number> };
}

/** Pairs of the same key, each in one pair at most; what has no key is left alone. */
function join({ expected, actual, keys }: Assignment, form: "json" | "canonical"): Joined {
  const partners = new Int32Array(expected).fill(-1);
  const unkeyed = { expected: new Set<number>(), actual: new Set<number>() };
  const first = new Map<string, number>();
  const next = new Int32Array(actual).fill(-1);
  for (let a = actual - 1; a >= 0; a -= 1) {
    const key = keys.actual(a, form);
    if (key === null) {
      unkeyed.actual.add(a);
      continue;
    }
    next[a] = first.get(key) ?? -1;
    first.set(key, a);
  }
  for (let e = 0; e < expected; e += 1) {
    const key = keys.expected(e, form);
    if (key === null) unkeyed.expected.add(e);
    const free = key === null ? undefined : first.get(key);
    if (key === null || free === undefined || free === -1) continue;
    partners[e] = free;
    first.set(key, next[free] ?? -1);
  }
  return { partners, unkeyed };
}

function pairsOf(bucket: Bucket, assignment: Assignment, { partners: equal, unkeyed }: Joined): Pairs {
  const { expected, actual } = bucket;
  const places = new Map(actual.map((a, place) => [a, place]));
  const start = Int32Array.from(expected, (e) => places.get(equal[e] ?? -1) ?? -1);
  // Where the same key is all there is to a match, who found a partner found one as good as any.
  const isAll = !expected.some((e) => unkeyed.expected.has(e)) && !actual.some((a) => unkeyed.actual.has(a));
  const matches = isAll ? start : mostMatches(bucket, assignment, start);
  const size = matches.reduce((count, a) => (a === -1 ? count : count + 1), 0);
  const settled = size === expected.length || (assignment.scale === null && size === actual.length);
  const best = settled ? matches : refined(bucket, assignment, matches);
  return Array.from(best).flatMap((a, e) => (a === -1 ? [] : [[expected[e] ?? 0, actual[a] ?? 0] as const]));
}

const mostMatches = ({ expected, actual }: Bucket, { isMatch }: Assignment, start: Int32Array): Int32Array =>
  maximumMatching(expected.length, actual.length, (e, a) => isMatch(expected[e] ?? 0, actual[a] ?? 0), start).partners;

/** The best assignment by weight, given the most matches there can be. */
function refined({ expected, actual }: Bucket, { weight, scale }: Assignment, matches: Int32Array): Int32Array {
  const sizes = [expected.length, actual.length] as const;
  const weigh = (e: number, a: number) => weight(expected[e] ?? 0, actual[a] ?? 0);
  if (scale !== null) {
    const scales = expected.map(scale);
    return bestAssignment(...sizes, (e, a) => (scales[e] ?? 1) * weigh(e, a), Math.max(...scales));
  }
  // Matches weigh the most, so that to pair anew gains no more than its last pair does, and that is with a call now free.
  const taken = new Set(matches);
  const free = actual.map((_, a) => a).filter((a) => !taken.has(a));
  const hopeful = expected.some((_, e) => free.some((a) => weigh(e, a) > 0));
  return hopeful ? bestAssignment(...sizes, weigh, 1, matches) : matches;
}
