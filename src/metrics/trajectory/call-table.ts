import { isUnfinished } from "../../test-case/unfinished.js";
import type { CallArguments } from "./arguments/call-arguments.js";
import { literalSimilarity, type Interned } from "./arguments/literal-similarity.js";
import { compareCalls, UNDECIDED, type PairRule } from "./compare-calls.js";
import { statesOutcome } from "./compare-outcome.js";
import type { ExpectedCall } from "./expected-calls.js";
import type { Assignment, Bucket } from "./matching/unordered-pairs.js";
import type { ReadCall } from "./read-calls.js";

const NOT_YET = -2;

/** Every expected call against every actual one; each pair is compared once, when it is first asked for. */
export interface CallTable extends Pick<Assignment, "keys" | "buckets"> {
  readonly expected: readonly ExpectedCall[];
  readonly actual: readonly ReadCall[];
  readonly rule: PairRule;
  /** As `compareCalls` says. */
  readonly compare: (expected: number, actual: number) => number;
  /** Whether the calls match; an undecided pair does not. */
  readonly isMatch: (expected: number, actual: number) => boolean;
  /** Pairs that could not be decided, of all there are. */
  readonly undecided: () => readonly (readonly [expected: number, actual: number])[];
}

export function callTable(expected: readonly ExpectedCall[], actual: readonly ReadCall[], rule: PairRule): CallTable {
  const literals = expected.map((one) => isLiteral(one, rule));
  const compareLiterals = literalComparison(expected, actual);
  const rows: (Float64Array | undefined)[] = [];
  const compare = (e: number, a: number): number => {
    const row = (rows[e] ??= new Float64Array(actual.length).fill(NOT_YET));
    const known = row[a] ?? NOT_YET;
    if (known !== NOT_YET) return known;
    const expectedCall = expected[e];
    const actualCall = actual[a];
    if (expectedCall === undefined || actualCall === undefined) return 0;
    const quick =
      literals[e] === true &&
      actualCall.args.kind === "known" &&
      expectedCall.call.name === actualCall.call.name &&
      !mayNotHaveDone(actualCall, rule);
    return (row[a] = quick ? compareLiterals(e, a) : compareCalls(actualCall, expectedCall, rule));
  };
  const ids = lazily(() => canonicalIds(expected, actual, literals));
  const isMatch = (e: number, a: number): boolean => {
    const expectedCall = expected[e];
    const actualCall = actual[a];
    if (literals[e] !== true || actualCall?.args.kind !== "known" || mayNotHaveDone(actualCall, rule))
      return compare(e, a) === 1;
    if (expectedCall?.call.name !== actualCall.call.name) return false;
    return expectedCall.args?.json === actualCall.args.json || ids().expected[e] === ids().actual[a];
  };
  const keys: CallTable["keys"] = {
    expected: (e, form) => (literals[e] === true ? keyOf(expected[e], form) : null),
    actual: (a, form) => (mayNotHaveDone(actual[a], rule) ? null : keyOf(actual[a], form)),
  };
  const buckets = lazily(() => bucketsOf(expected, actual));
  const undecided = () => {
    if (!mayBeUndecided(expected, actual, rule)) return [];
    const pairs = buckets().flatMap((bucket) =>
      bucket.expected.flatMap((e) => bucket.actual.map((a) => [e, a] as const)),
    );
    return pairs.filter(([e, a]) => compare(e, a) === UNDECIDED);
  };
  return { expected, actual, rule, compare, isMatch, buckets, keys, undecided };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same number for the same arguments, so that they are compared as text but once. */
function canonicalIds(expected: readonly ExpectedCall[], actual: readonly ReadCall[], literals: readonly boolean[]) {
  const numbers = new Map<string, number>();
  const idOf = (args: CallArguments | undefined): number => {
    if (args?.kind !== "known") return -1;
    const form = args.canonical();
    const id = numbers.get(form) ?? numbers.size;
    if (id === numbers.size) numbers.set(form, id);
    return id;
  };
  return {
    expected: expected.map(({ args }, e) => (literals[e] === true ? idOf(args) : -1)),
    actual: actual.map(({ args }) => idOf(args)),
  };
}

/** Whether the arguments alone decide, and are compared as they stand: no matcher, and no type or turn asked for. */
const isLiteral = ({ call, literal }: ExpectedCall, { args }: PairRule): boolean =>
  args === "exact" && literal && call.type === undefined && call.turn === undefined && !statesOutcome(call);

/** Whether a call failed, or had not ended, where that tells it from what was expected. */
const mayNotHaveDone = (actual: ReadCall | undefined, { failedDiffer, isEndNeeded }: PairRule): boolean =>
  (failedDiffer && actual?.call.error !== undefined) ||
  (isEndNeeded && actual !== undefined && isUnfinished(actual.call));

/** Compares two calls of one name whose arguments are known and hold no matcher. */
function literalComparison(
  expected: readonly ExpectedCall[],
  actual: readonly ReadCall[],
): (e: number, a: number) => number {
  const { intern, compare } = literalSimilarity();
  const interned = (calls: readonly (ExpectedCall | ReadCall)[]) => {
    const known: (Interned | undefined)[] = [];
    return (index: number): Interned => {
      const args = calls[index]?.args;
      return (known[index] ??= intern(args?.kind === "known" ? args.value() : {}));
    };
  };
  const [expectedAt, actualAt] = [interned(expected), interned(actual)];
  return (e, a) => compare(actualAt(a), expectedAt(e));
}

/** Where arguments are compared literally, the name and their text say all there is to say. */
function keyOf(one: ExpectedCall | ReadCall | undefined, form: "json" | "canonical"): string | null {
  if (one?.args?.kind !== "known") return null;
  return `${String(one.call.name.length)}:${one.call.name}${form === "json" ? one.args.json : one.args.canonical()}`;
}

/** False where no comparison can be undecided, so that nobody need make them all to find out. */
function mayBeUndecided(
  expected: readonly ExpectedCall[],
  actual: readonly ReadCall[],
  { args, forbid }: PairRule,
): boolean {
  if ((args !== "exact" && args !== "ignore") || (!forbid && expected.some(({ call }) => call.output !== undefined)))
    return true;
  const pinned = expected.some(({ call }) => call.turn !== undefined);
  return (
    actual.some((read) => read.args.kind === "unknown" || (pinned && read.turn === null)) ||
    (!forbid && actual.some(({ call }) => isUnfinished(call))) ||
    (forbid && actual.some((read) => read.args.kind === "unreadable")) ||
    expected.some((call) => call.args !== undefined && !call.literal)
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
