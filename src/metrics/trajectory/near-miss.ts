import { distance } from "fastest-levenshtein";
import { isSameTool } from "../../test-case/tool-names.js";
import type { CallTable } from "./call-table.js";
import { differencesOf, UNDECIDED } from "./compare-calls.js";
import type { WeighedPair } from "./pair-calls.js";
import type { ReadCall } from "./read-calls.js";
import type { CallPair } from "./tool-match-result.js";

/** A pair as callers see it. */
export function callPair({ expected, actual, rule, compare, isMatch }: CallTable, e: number, a: number): CallPair {
  const [expectedCall, actualCall] = [expected[e], actual[a]];
  if (expectedCall === undefined || actualCall === undefined) throw new RangeError("no such pair");
  const similarity = isMatch(e, a) ? 1 : compare(e, a);
  return {
    expected: expectedCall.call,
    actual: actualCall.call,
    expectedIndex: expectedCall.index,
    actualIndex: actualCall.index,
    turn: actualCall.turn,
    call: actualCall.position,
    similarity: similarity === UNDECIDED ? null : similarity,
    differences: similarity === 1 ? [] : differencesOf(actualCall, expectedCall, rule),
  };
}

/** For each expected call without a match the call that comes nearest, among those of its name that match no other. */
export function nearMisses(table: CallTable, missing: readonly number[], pairs: readonly WeighedPair[]): CallPair[] {
  const matched = new Set(pairs.filter(({ weight }) => weight === 1).map(({ actual }) => actual));
  const partner = new Map(pairs.map(({ expected, actual }) => [expected, actual]));
  const byName = new Map(table.buckets().flatMap((bucket) => bucket.expected.map((e) => [e, bucket.actual] as const)));
  return missing.flatMap((e) => {
    const free = (byName.get(e) ?? []).filter((a) => !matched.has(a));
    const nearest = free.reduce<number | undefined>(
      (best, a) => (best === undefined || table.compare(e, a) > table.compare(e, best) ? a : best),
      partner.get(e),
    );
    return nearest === undefined ? [] : [callPair(table, e, nearest)];
  });
}

/** Why no call of that name comes near, in a few words; null where nothing is known. */
export function hintFor(name: string, e: number, table: CallTable, left: readonly ReadCall[]): string | null {
  const requested = left.find(({ call }) => call.name === name);
  if (requested !== undefined) {
    if (requested.call.executed === false) return `requested (${placeOf(requested)}), but nothing shows that it ran`;
    return `it failed (${placeOf(requested)}): ${requested.call.error ?? ""}`;
  }
  const same = table.actual.filter((_, a) => table.isMatch(e, a)).length;
  if (same > 0) return `it was made only ${same === 1 ? "once" : `${String(same)} times`}`;
  const spelled = table.actual.find(({ call }) => call.name !== name && isSameTool(call.name, name));
  if (spelled !== undefined) return `it was called as ${JSON.stringify(spelled.call.name)} (${placeOf(spelled)})`;
  const limit = Math.max(2, name.length / 3);
  const nearest = table.actual
    .map(({ call }) => ({ name: call.name, far: distance(call.name.toLowerCase(), name.toLowerCase()) }))
    .filter((other) => other.name !== name && other.far <= limit)
    .sort((a, b) => a.far - b.far)[0];
  return nearest === undefined ? null : `there is a call of ${nearest.name}`;
}

/** `turn 4, call 2`, or `call 2` where the turn is not known. */
export const placeOf = ({ turn, position }: Pick<ReadCall, "turn" | "position">): string =>
  turn === null ? `call ${String(position)}` : `turn ${String(turn)}, call ${String(position)}`;
