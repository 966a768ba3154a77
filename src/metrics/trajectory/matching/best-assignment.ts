/**
 * The pairing of the greatest total weight, each of the left and of the right in one pair at most: for each of the left
 * its partner, -1 for none. Weights are from 0 (never paired) to `most` (all alike where `start` is given).
 * The Hungarian method by shortest augmenting paths, O(unpaired · left · right) with `left <= right`: `start`, pairs of
 * weight `most`, is an optimal beginning, so that what fits exactly costs nothing here.
 */
export function bestAssignment(
  left: number,
  right: number,
  weight: (left: number, right: number) => number,
  most: number,
  start?: Int32Array,
): Int32Array {
  if (left > right) {
    const turned = bestAssignment(right, left, (r, l) => weight(l, r), most, start && invert(start, right));
    return invert(turned, left);
  }
  const partnerOf = new Int32Array(right).fill(-1);
  start?.forEach((r, l) => {
    if (r !== -1) partnerOf[r] = l;
  });
  // Weights are asked for row by row, when a path first comes through: few do where most rows are paired from the start.
  const known: (Float64Array | undefined)[] = [];
  const costs = (l: number) => (known[l] ??= new Float64Array(right).map((_, r) => most - weight(l, r)));
  const state: State = { right, costs, partnerOf, u: new Float64Array(left), v: new Float64Array(right) };
  const alone = Array.from({ length: left }, (_, l) => l).filter((l) => (start?.[l] ?? -1) === -1);
  // What resembles nothing can't be paired.
  const hopeful = alone.filter((l) => costs(l).some((cost) => cost < most));
  for (const l of hopeful.filter((row) => !takeCheapest(row, state))) pair(l, state);
  const partners = invert(partnerOf, left);
  return partners.map((r, l) => (r !== -1 && costs(l)[r] !== most ? r : -1));
}

function invert(partners: Int32Array, size: number): Int32Array {
  const inverse = new Int32Array(size).fill(-1);
  partners.forEach((r, l) => {
    if (r !== -1) inverse[r] = l;
  });
  return inverse;
}

interface State {
  readonly right: number;
  readonly costs: (left: number) => Float64Array;
  /** For each of the right who it is paired with. */
  readonly partnerOf: Int32Array;
  /** Potentials: `u[l] + v[r]` never exceeds the cost of the pair, and equals it for pairs that are made. */
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/** Sets the potential of a row to its least cost, and pairs it there if that is free: most rows need no more than this. */
function takeCheapest(l: number, { right, costs, partnerOf, u }: State): boolean {
  let least = Infinity;
  let column = -1;
  const row = costs(l);
  for (let r = 0; r < right; r += 1) {
    const cost = row[r] ?? 0;
    if (cost > least || (cost === least && (partnerOf[r] !== -1 || partnerOf[column] === -1))) continue;
    least = cost;
    column = r;
  }
  u[l] = least;
  if (partnerOf[column] !== -1) return false;
  partnerOf[column] = l;
  return true;
}

/** Pairs one more of the left, re-pairing others along the cheapest path (Dijkstra over reduced costs). */
function pair(l: number, { right, costs, partnerOf, u, v }: State): void {
  const distance = new Float64Array(right).fill(Infinity);
  const cameFrom = new Int32Array(right).fill(-1);
  const done = new Uint8Array(right);
  const path: number[] = [];
  let row = l;
  let column = -1;
  let reached = 0;
  do {
    let nearest = -1;
    const ofRow = costs(row);
    for (let r = 0; r < right; r += 1) {
      if (done[r] === 1) continue;
      const through = reached + (ofRow[r] ?? 0) - (u[row] ?? 0) - (v[r] ?? 0);
      if (through < (distance[r] ?? 0)) {
        distance[r] = through;
        cameFrom[r] = column;
      }
      if (nearest === -1 || (distance[r] ?? 0) < (distance[nearest] ?? 0)) nearest = r;
    }
    column = nearest;
    reached = distance[column] ?? 0;
    done[column] = 1;
    path.push(column);
    row = partnerOf[column] ?? -1;
  } while (row !== -1);
  u[l] = (u[l] ?? 0) + reached;
  for (const r of path) {
    const gain = reached - (distance[r] ?? 0);
    const partner = partnerOf[r] ?? -1;
    v[r] = (v[r] ?? 0) - gain;
    if (partner !== -1) u[partner] = (u[partner] ?? 0) + gain;
  }
  while (column !== -1) {
    const before = cameFrom[column] ?? -1;
    partnerOf[column] = before === -1 ? l : (partnerOf[before] ?? -1);
    column = before;
  }
}
