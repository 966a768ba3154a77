import { bestAssignment } from "./best-assignment.js";
import { growingAssignment } from "./growing-assignment.js";

/** Expected calls in order against actual calls in groups: the order of the groups counts, that inside a group does not. */
export interface Alignment {
  readonly expected: number;
  /** The actual calls, by their indices. */
  readonly groups: readonly (readonly number[])[];
  readonly isMatch: (expected: number, actual: number) => boolean;
  /** From 0 (never paired) to 1, which is what matches have; not asked for where matches settle it. */
  readonly weight: (expected: number, actual: number) => number;
  /** What a pair of this expected call counts, beside its weight. */
  readonly scale: (expected: number) => number;
}

type Pairs = readonly (readonly [expected: number, actual: number])[];

/**
 * The pairing of the greatest total weight among those that keep the order: a longest common subsequence with weights,
 * in which a group takes an interval of the expected calls and is assigned to it as well as can be.
 */
export function bestAlignment({ expected, groups, weight, scale }: Alignment): Pairs {
  // totals[j][i]: the most that the first j groups can make of the first i expected calls; starts: where group j began.
  const totals = [new Float64Array(expected + 1)];
  const starts: Int32Array[] = [];
  for (const group of groups) {
    const before = totals.at(-1) ?? new Float64Array(expected + 1);
    const row = { now: before.slice(), start: Int32Array.from({ length: expected + 1 }, (_, i) => i) };
    const [only] = group;
    if (group.length === 1 && only !== undefined) alignOne(row, before, (i) => scale(i) * weight(i, only));
    else alignGroup(row, before, group, { weight, scale });
    totals.push(row.now);
    starts.push(row.start);
  }
  return trace(groups, starts, expected, { weight, scale });
}

interface Row {
  readonly now: Float64Array;
  /** For each i the start of the group's interval, which ends at i; -1: as for i - 1. */
  readonly start: Int32Array;
}

function alignOne({ now, start }: Row, before: Float64Array, gain: (i: number) => number): void {
  for (let i = 1; i < now.length; i += 1) {
    const paired = (before[i - 1] ?? 0) + gain(i - 1);
    if (paired > (now[i] ?? 0)) {
      now[i] = paired;
      start[i] = i - 1;
    }
    if ((now[i - 1] ?? 0) > (now[i] ?? 0)) {
      now[i] = now[i - 1] ?? 0;
      start[i] = -1;
    }
  }
}

type Weights = Pick<Alignment, "weight" | "scale">;

function alignGroup({ now, start }: Row, before: Float64Array, group: readonly number[], weights: Weights): void {
  const { weight, scale } = weights;
  // Only expected calls that some call of the group resembles can begin or end the group's interval.
  const alike = Array.from({ length: before.length - 1 }, (_, i) => i).filter((i) =>
    group.some((a) => weight(i, a) > 0),
  );
  alike.forEach((from, index) => {
    // An interval that begins earlier holds all that this one does: it is worse only if what is before it is.
    const earlier = alike[index - 1];
    if (earlier !== undefined && (before[earlier] ?? 0) === (before[from] ?? 0)) return;
    const assigned = growingAssignment(group.length);
    let total = before[from] ?? 0;
    for (const i of alike.slice(index)) {
      total += assigned.add(group.map((a) => scale(i) * weight(i, a)));
      if (total <= (now[i + 1] ?? 0)) continue;
      now[i + 1] = total;
      start[i + 1] = from;
    }
  });
  for (let i = 1; i < now.length; i += 1) {
    if ((now[i - 1] ?? 0) <= (now[i] ?? 0)) continue;
    now[i] = now[i - 1] ?? 0;
    start[i] = -1;
  }
}

function assignGroup(rows: readonly number[], group: readonly number[], { weight, scale }: Weights): Int32Array {
  const most = Math.max(...rows.map(scale));
  return bestAssignment(
    rows.length,
    group.length,
    (r, g) => scale(rows[r] ?? 0) * weight(rows[r] ?? 0, group[g] ?? 0),
    most,
  );
}

function trace(groups: Alignment["groups"], starts: readonly Int32Array[], expected: number, weights: Weights): Pairs {
  const pairs: [number, number][] = [];
  let end = expected;
  for (let j = groups.length - 1; j >= 0; j -= 1) {
    const group = groups[j] ?? [];
    while (starts[j]?.[end] === -1) end -= 1;
    const from = starts[j]?.[end] ?? end;
    const rows = Array.from({ length: end - from }, (_, offset) => from + offset);
    if (rows.length > 0) {
      assignGroup(rows, group, weights).forEach((partner, index) => {
        const actual = group[partner];
        if (partner !== -1 && actual !== undefined) pairs.push([rows[index] ?? 0, actual]);
      });
    }
    end = from;
  }
  return pairs.sort(([a], [b]) => a - b);
}
