import { expect } from "chai";
import fc from "fast-check";
import { bestAlignment } from "../../../../src/metrics/trajectory/matching/best-alignment.js";
import { bestAssignment } from "../../../../src/metrics/trajectory/matching/best-assignment.js";
import { growingAssignment } from "../../../../src/metrics/trajectory/matching/growing-assignment.js";
import { maximumMatching } from "../../../../src/metrics/trajectory/matching/maximum-matching.js";
import { pairings } from "../../../support/pairings.js";

/** Weights such as similarities have, 0 and 1 often. */
const weight = fc.constantFrom(0, 0, 0.25, 1 / 3, 0.5, 0.75, 1, 1);
const matrix = (most: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(weight, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    );
const columnsOf = (weights: readonly number[][]) => weights[0]?.length ?? 0;
const at = (weights: readonly number[][]) => (row: number, column: number) => weights[row]?.[column] ?? 0;

function total(weights: readonly number[][], partners: Int32Array): number {
  const used = Array.from(partners).filter((partner) => partner !== -1);
  expect(new Set(used).size).to.equal(used.length);
  return Array.from(partners).reduce((sum, partner, row) => sum + (partner === -1 ? 0 : at(weights)(row, partner)), 0);
}

const best = (weights: readonly number[][], value: (row: number, column: number) => number): number =>
  Math.max(
    ...pairings(weights.length, columnsOf(weights)).map((pairs) => pairs.reduce((sum, [r, c]) => sum + value(r, c), 0)),
  );

describe("maximumMatching", () => {
  it("finds as many pairs as there can be, whatever it starts from", () => {
    fc.assert(
      fc.property(matrix(5), (weights) => {
        const allowed = (r: number, c: number) => at(weights)(r, c) === 1;
        const most = best(weights, (r, c) => Number(allowed(r, c)) || -100);
        const { size, partners } = maximumMatching(weights.length, columnsOf(weights), allowed);
        expect(size).to.equal(Math.max(0, most));
        expect(total(weights, partners)).to.equal(size);
        const start = partners.map((partner, row) => (row % 2 === 0 ? partner : -1));
        expect(maximumMatching(weights.length, columnsOf(weights), allowed, start).size).to.equal(size);
      }),
    );
  });

  it("does not overflow the stack on a long alternating path", () => {
    const size = 2000;
    const allowed = (r: number, c: number) => c === r || c === r + 1;
    const start = Int32Array.from({ length: size }, (_, row) => (row === 0 ? -1 : row));
    expect(maximumMatching(size, size, allowed, start).size).to.equal(size);
  });
});

describe("bestAssignment", () => {
  it("has the total weight of the best pairing", () => {
    fc.assert(
      fc.property(matrix(5), (weights) => {
        const partners = bestAssignment(weights.length, columnsOf(weights), at(weights), 1);
        expect(total(weights, partners)).to.be.closeTo(best(weights, at(weights)), 1e-9);
      }),
    );
  });

  it("has it too when it begins with full matches", () => {
    fc.assert(
      fc.property(matrix(5), (weights) => {
        const size = [weights.length, columnsOf(weights)] as const;
        const { partners: start } = maximumMatching(...size, (r, c) => at(weights)(r, c) === 1);
        expect(total(weights, bestAssignment(...size, at(weights), 1, start))).to.be.closeTo(
          best(weights, at(weights)),
          1e-9,
        );
      }),
    );
  });
});

describe("growingAssignment", () => {
  it("grows with every row to the best total of the rows so far", () => {
    fc.assert(
      fc.property(matrix(5), (weights) => {
        const growing = growingAssignment(columnsOf(weights));
        let sum = 0;
        weights.forEach((row, index) => {
          sum += growing.add(row);
          expect(sum).to.be.closeTo(best(weights.slice(0, index + 1), at(weights)), 1e-9);
        });
      }),
    );
  });
});

describe("bestAlignment", () => {
  const grouped = matrix(5).chain((weights) =>
    fc.record({
      weights: fc.constant(weights),
      sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 }),
      scales: fc.array(fc.constantFrom(1, 4), { minLength: 5, maxLength: 5 }),
    }),
  );

  it("has the total weight of the best pairing that keeps the order of the groups", () => {
    fc.assert(
      fc.property(grouped, ({ weights, sizes, scales }) => {
        const groups: number[][] = [];
        for (let next = 0, group = 0; next < columnsOf(weights); group += 1) {
          groups.push(
            Array.from(
              { length: Math.min(sizes[group] ?? 1, columnsOf(weights) - next) },
              (_, offset) => next + offset,
            ),
          );
          next += groups.at(-1)?.length ?? 1;
        }
        const groupOf = (column: number) => groups.findIndex((group) => group.includes(column));
        const scale = (row: number) => scales[row] ?? 1;
        const value = (pairs: readonly (readonly [number, number])[]) =>
          pairs.reduce((sum, [r, c]) => sum + scale(r) * at(weights)(r, c), 0);
        const ordered = pairings(weights.length, columnsOf(weights)).filter((pairs) =>
          pairs.every(([, c], index) => index === 0 || groupOf(pairs[index - 1]?.[1] ?? 0) <= groupOf(c)),
        );
        const isMatch = (r: number, c: number) => at(weights)(r, c) === 1;
        const found = bestAlignment({ expected: weights.length, groups, isMatch, weight: at(weights), scale });
        expect(new Set(found.map(([, c]) => c)).size).to.equal(found.length);
        expect(
          found.every(([, c], index) => index === 0 || groupOf(found[index - 1]?.[1] ?? 0) <= groupOf(c)),
        ).to.equal(true);
        expect(value(found)).to.be.closeTo(Math.max(...ordered.map(value)), 1e-9);
      }),
      { numRuns: 300 },
    );
  });
});
