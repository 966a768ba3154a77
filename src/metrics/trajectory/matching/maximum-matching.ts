/** Who is paired with whom: for each of the left its partner on the right, -1 for none. */
export interface Matching {
  readonly partners: Int32Array;
  readonly size: number;
}

/** The state of a search; lists of edges are made when first needed, since most searches end before they are. */
interface Search {
  readonly partners: Int32Array;
  readonly taken: Int32Array;
  readonly levels: Int32Array;
  readonly edgesOf: (left: number) => readonly number[];
}

/**
 * As many pairs as there can be, each of the left and of the right in one pair at most (Hopcroft and Karp 1973,
 * O(edges · √vertices)). `start` may hold allowed pairs to begin with: they don't change how many there can be.
 */
export function maximumMatching(
  left: number,
  right: number,
  allowed: (left: number, right: number) => boolean,
  start?: Int32Array,
): Matching {
  const partners = start?.slice() ?? new Int32Array(left).fill(-1);
  const taken = new Int32Array(right).fill(-1);
  partners.forEach((r, l) => {
    if (r !== -1) taken[r] = l;
  });
  // A first pass that takes what is free settles nearly everything in practice.
  for (let l = 0; l < left; l += 1) {
    for (let r = 0; r < right && partners[l] === -1; r += 1) {
      if (taken[r] !== -1 || !allowed(l, r)) continue;
      partners[l] = r;
      taken[r] = l;
    }
  }
  let size = partners.reduce((count, r) => (r === -1 ? count : count + 1), 0);
  const search: Search = { partners, taken, levels: new Int32Array(left), edgesOf: lazyEdges(right, allowed) };
  while (size < Math.min(left, right) && layer(search)) {
    for (let l = 0; l < left; l += 1) {
      if (partners[l] === -1 && augment(l, search)) size += 1;
    }
  }
  return { partners, size };
}

function lazyEdges(right: number, allowed: (left: number, right: number) => boolean): Search["edgesOf"] {
  const known = new Map<number, readonly number[]>();
  return (l) => {
    const found = known.get(l);
    if (found !== undefined) return found;
    const edges: number[] = [];
    for (let r = 0; r < right; r += 1) if (allowed(l, r)) edges.push(r);
    known.set(l, edges);
    return edges;
  };
}

/** Breadth first from everybody on the left who is alone; whether a path leads to somebody alone on the right. */
function layer({ partners, taken, levels, edgesOf }: Search): boolean {
  const queue: number[] = [];
  levels.fill(-1);
  partners.forEach((partner, l) => {
    if (partner !== -1) return;
    levels[l] = 0;
    queue.push(l);
  });
  let found = false;
  // The queue grows while it is walked through.
  for (const l of queue) {
    for (const r of edgesOf(l)) {
      const next = taken[r] ?? -1;
      if (next === -1) found = true;
      else if (levels[next] === -1) {
        levels[next] = (levels[l] ?? 0) + 1;
        queue.push(next);
      }
    }
  }
  return found;
}

/** Depth first along the layers. The recursion is as deep as there are layers. */
function augment(l: number, search: Search): boolean {
  const { partners, taken, levels, edgesOf } = search;
  for (const r of edgesOf(l)) {
    const next = taken[r] ?? -1;
    if (next !== -1 && !(levels[next] === (levels[l] ?? 0) + 1 && augment(next, search))) continue;
    partners[l] = r;
    taken[r] = l;
    return true;
  }
  levels[l] = -1;
  return false;
}
