import { bestAlignment, type Alignment } from "./best-alignment.js";
import { maximumMatching } from "./maximum-matching.js";

type Pairs = readonly (readonly [expected: number, actual: number])[];

/** The best pairs that keep the order; where every expected call finds its equal, they are found in one pass. */
export function orderedPairs(alignment: Alignment, everyoneCounts: boolean): Pairs {
  return (everyoneCounts ? inOnePass(alignment) : null) ?? bestAlignment(alignment);
}

/**
 * Each group takes as many of the next expected calls as match in it. Taking them as early as they come is as good as any
 * other way so long as only full matches count (and all of them alike). Null where some find none.
 */
function inOnePass({ expected, groups, isMatch }: Alignment): Pairs | null {
  const pairs: [number, number][] = [];
  for (const group of groups) {
    const from = pairs.length;
    let taken: Int32Array | null = null;
    for (let size = 1; size <= group.length && from + size <= expected; size += 1) {
      const start: Int32Array = new Int32Array(size).fill(-1);
      start.set(taken ?? []);
      const matching = maximumMatching(size, group.length, (e, g) => isMatch(from + e, group[g] ?? 0), start);
      if (matching.size < size) break;
      taken = matching.partners;
    }
    taken?.forEach((partner, e) => pairs.push([from + e, group[partner] ?? 0]));
  }
  return pairs.length === expected ? pairs : null;
}
