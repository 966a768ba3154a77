import { compareCalls, UNDECIDED, type PairRule } from "./compare-calls.js";
import type { ExpectedCall } from "./expected-calls.js";
import type { Assignment, Bucket } from "./matching/unordered-pairs.js";
import type { ReadCall } from "./read-calls.js";

const NOT_YET = -2;

/** Every expected call against every actual one; each pair is compared once, when it is first asked for. */
export interface CallTable extends Pick<Assignment, "keys"> {
  readonly expected: readonly ExpectedCall[];
  readonly actual: readonly ReadCall[];
  readonly rule: PairRule;
  /** As `compareCalls` says. */
  readonly compare: (expected: number, actual: number) => number;
  /** Whether the calls match; an undecided pair does not. */
  readonly isMatch: (expected: number, actual: number) => boolean;
  /** By tool. */
  readonly buckets: readonly Bucket[];
  /** Pairs that could not be decided, of all there are. */
  readonly undecided: () => readonly (readonly [expected: number, actual: number])[];
}

export function callTable(expected: readonly ExpectedCall[], actual: readonly ReadCall[], rule: PairRule): CallTable {
  const rows: (Float64Array | undefined)[] = [];
  const compare = (e: number, a: number): number => {
    const row = (rows[e] ??= new Float64Array(actual.length).fill(NOT_YET));
    const known = row[a] ?? NOT_YET;
    if (known !== NOT_YET) return known;
    const [expectedCall, actualCall] = [expected[e], actual[a]];
    return (row[a] =
      expectedCall === undefined || actualCall === undefined ? 0 : compareCalls(actualCall, expectedCall, rule));
  };
  const keys = keysOf(expected, actual, rule);
  const isMatch = (e: number, a: number): boolean => {
    const key = keys.expected[e] ?? null;
    if (key === null || (keys.actual[a] ?? null) === null) return compare(e, a) === 1;
    return key === keys.actual[a] && expected[e]?.call.name === actual[a]?.call.name;
  };
  const buckets = bucketsOf(expected, actual);
  const undecided = () =>
    mayBeUndecided(expected, actual, rule)
      ? buckets.flatMap((bucket) =>
          bucket.expected.flatMap((e) =>
            bucket.actual.flatMap((a) => (compare(e, a) === UNDECIDED ? [[e, a] as const] : [])),
          ),
        )
      : [];
  return { expected, actual, rule, compare, isMatch, buckets, keys, undecided };
}

/** Where arguments are compared literally, their canonical form says all there is to say. */
function keysOf(expected: readonly ExpectedCall[], actual: readonly ReadCall[], rule: PairRule): CallTable["keys"] {
  if (rule.args !== "exact") return { expected: expected.map(() => null), actual: actual.map(() => null) };
  return {
    expected: expected.map(({ call, canonical }) =>
      call.type === undefined && call.turn === undefined ? canonical : null,
    ),
    actual: actual.map(({ args }) => (args.kind === "known" ? args.canonical : null)),
  };
}

/** False where no comparison can be undecided, so that nobody need make them all to find out. */
function mayBeUndecided(
  expected: readonly ExpectedCall[],
  actual: readonly ReadCall[],
  { args, forbid }: PairRule,
): boolean {
  if (args !== "exact" && args !== "ignore") return true;
  const pinned = expected.some(({ call }) => call.turn !== undefined);
  return (
    actual.some((read) => read.args.kind === "unknown" || (pinned && read.turn === null)) ||
    (forbid && actual.some((read) => read.args.kind === "unreadable")) ||
    expected.some((call) => call.canonical === null && call.args !== undefined)
  );
}

function bucketsOf(expected: readonly ExpectedCall[], actual: readonly ReadCall[]): Bucket[] {
  const byName = new Map<string, { expected: number[]; actual: number[] }>();
  expected.forEach(({ call: { name } }, e) => {
    const bucket = byName.get(name) ?? { expected: [], actual: [] };
    bucket.expected.push(e);
    byName.set(name, bucket);
  });
  actual.forEach(({ call: { name } }, a) => byName.get(name)?.actual.push(a));
  return [...byName.values()];
}
