type Pairs = readonly (readonly [row: number, column: number])[];

/** Every way of pairing some of the rows with columns of their own, rows in order: an oracle for small sizes. */
export function pairings(rows: number, columns: number): Pairs[] {
  if (rows === 0) return [[]];
  return pairings(rows - 1, columns).flatMap((pairs) => [
    pairs,
    ...Array.from({ length: columns }, (_, column) => column)
      .filter((column) => pairs.every(([, taken]) => taken !== column))
      .map((column): Pairs => [...pairs, [rows - 1, column]]),
  ]);
}
