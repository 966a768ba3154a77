/** The total weight of the best assignment to few columns, while rows come one by one. */
export interface GrowingAssignment {
  /** Adds a row with its weight for each column (0: never paired). Returns by how much the best total grows. */
  add(weights: readonly number[]): number;
}

/**
 * One more row changes the best assignment along a single path: the row takes a column, its row takes another or is left
 * out. The best such path is found by Bellman and Ford's method, which needs no more rounds than there are columns.
 */
export function growingAssignment(columns: number): GrowingAssignment {
  /** What is less is rounding. */
  let slack = 0;
  /** The row that each column is paired with. */
  const held: (readonly number[] | null)[] = Array.from({ length: columns }, () => null);
  return {
    add(weights) {
      slack = Math.max(slack, ...weights.map((weight) => weight * 1e-12));
      // The gain of reaching a column: what is paired anew on the way there, less what is given up.
      const gain = weights.map((weight) => (weight > 0 ? weight : -Infinity));
      const cameFrom = new Array<number>(columns).fill(-1);
      for (let changed = true, round = 0; changed && round < columns; round += 1) {
        changed = false;
        held.forEach((row, from) => {
          if (row === null || gain[from] === -Infinity) return;
          for (let to = 0; to < columns; to += 1) {
            const weight = row[to] ?? 0;
            const through = (gain[from] ?? 0) - (row[from] ?? 0) + weight;
            if (to === from || weight <= 0 || through <= (gain[to] ?? 0) + slack) continue;
            gain[to] = through;
            cameFrom[to] = from;
            changed = true;
          }
        });
      }
      // The path ends at a free column, or with the row of the last column left out.
      const ends = gain.map((value, column) => value - (held[column]?.[column] ?? 0));
      const best = ends.reduce((most, value, column) => (value > (ends[most] ?? 0) ? column : most), 0);
      const grown = ends[best] ?? 0;
      if (!(grown > slack)) return 0;
      let column = best;
      for (let steps = 0; column !== -1 && steps <= columns; steps += 1) {
        const from = cameFrom[column] ?? -1;
        held[column] = from === -1 ? weights : (held[from] ?? null);
        column = from;
      }
      return grown;
    },
  };
}
