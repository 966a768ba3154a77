import { expect } from "chai";
import fc from "fast-check";
import { matchToolCalls } from "../../../src/metrics/trajectory/match-tool-calls.js";
import type { ToolMatchResult } from "../../../src/metrics/trajectory/tool-match-result.js";
import type { ToolMatchMode } from "../../../src/test-case/asserted-fields.js";
import type { ToolCall } from "../../../src/test-case/tool-call.js";
import { pairings } from "../../support/pairings.js";

const args = fc.record(
  { x: fc.constantFrom(1, 2), y: fc.constantFrom(1, 2), z: fc.constant(0) },
  { requiredKeys: ["x"] },
);
const call: fc.Arbitrary<ToolCall> = fc.record({ name: fc.constantFrom("a", "a", "b"), inputParameters: args });
const calls = fc.array(call, { maxLength: 4 });
const optional: fc.Arbitrary<ToolCall> = fc.record({
  name: fc.constantFrom("a", "b"),
  inputParameters: args,
  optional: fc.boolean(),
});
const pairing = ["exact", "inOrder", "superset", "subset", "sameMultiset"] as const;
const mode = fc.constantFrom(...pairing);

/** Similarity by its definition: equal keys as a share of all. */
function similarity(a: ToolCall, e: ToolCall): number {
  if (a.name !== e.name) return 0;
  const [actual, expected] = [a.inputParameters, e.inputParameters] as { readonly [key: string]: number }[];
  const keys = [...new Set([...Object.keys(actual ?? {}), ...Object.keys(expected ?? {})])];
  return keys.filter((key) => actual?.[key] === expected?.[key]).length / keys.length;
}

const isOrdered = (mode: ToolMatchMode) => mode === "exact" || mode === "inOrder";

/** The verdict by its definition, over every way of pairing. */
function passes(actual: readonly ToolCall[], expected: readonly ToolCall[], mode: (typeof pairing)[number]): boolean {
  return pairings(expected.length, actual.length).some((pairs) => {
    const full = pairs.every(([e, a]) => similarity(actual[a] as ToolCall, expected[e] as ToolCall) === 1);
    const ordered = pairs.every(([, a], index) => index === 0 || (pairs[index - 1]?.[1] ?? 0) < a);
    const met = expected.every((one, e) => one.optional === true || pairs.some(([row]) => row === e));
    const used = pairs.length === actual.length;
    if (!full || (isOrdered(mode) && !ordered)) return false;
    return { superset: met, inOrder: met, subset: used, exact: met && used, sameMultiset: met && used }[mode];
  });
}

function mostWeight(actual: readonly ToolCall[], expected: readonly ToolCall[], mode: ToolMatchMode): number {
  const sums = pairings(expected.length, actual.length)
    .filter(
      (pairs) => !isOrdered(mode) || pairs.every(([, a], index) => index === 0 || (pairs[index - 1]?.[1] ?? 0) < a),
    )
    .map((pairs) => pairs.reduce((sum, [e, a]) => sum + similarity(actual[a] as ToolCall, expected[e] as ToolCall), 0));
  return Math.max(...sums);
}

const numbersOf = ({ score, precision, recall }: ToolMatchResult) => [score, precision, recall];

describe("matchToolCalls: laws", () => {
  it("agrees with its definition for every pairing of a few calls", () => {
    fc.assert(
      fc.property(calls, fc.array(optional, { maxLength: 4 }), mode, (actual, expected, mode) => {
        const { verdict } = matchToolCalls(actual, expected, { mode });
        const required = expected.filter((one) => one.optional !== true).length;
        if ((mode === "superset" || mode === "inOrder") && required === 0) expect(verdict).to.equal("skipped");
        else expect(verdict).to.equal(passes(actual, expected, mode) ? "passed" : "failed");
      }),
      { numRuns: 1500 },
    );
  });

  it("scores the pairing of the greatest weight", () => {
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.array(call, { minLength: 1, maxLength: 4 }),
        mode,
        (actual, expected, mode) => {
          const { recall, precision } = matchToolCalls(actual, expected, { mode });
          const most = mostWeight(actual, expected, mode);
          expect(recall).to.be.closeTo(most / expected.length, 1e-5);
          expect(precision).to.be.closeTo(most / actual.length, 1e-5);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("does not depend on the order of either list where order does not count", () => {
    const shuffled = calls.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(
        shuffled,
        shuffled,
        fc.constantFrom<ToolMatchMode>("superset", "subset", "sameMultiset"),
        ([a, a2], [e, e2], mode) => {
          const [one, other] = [matchToolCalls(a, e, { mode }), matchToolCalls(a2, e2, { mode })];
          expect(one.verdict).to.equal(other.verdict);
          numbersOf(one).forEach((number, index) => {
            const otherNumber = numbersOf(other)[index];
            if (typeof number === "number") expect(otherNumber).to.be.closeTo(number, 1e-9);
            else expect(otherNumber).to.equal(number);
          });
        },
      ),
    );
  });

  it("loses nothing by one more call where others are allowed", () => {
    fc.assert(
      fc.property(
        calls,
        calls,
        call,
        fc.constantFrom<ToolMatchMode>("superset", "inOrder"),
        fc.nat(4),
        (actual, expected, more, mode, at) => {
          const before = matchToolCalls(actual, expected, { mode });
          const after = matchToolCalls(actual.toSpliced(at, 0, more), expected, { mode });
          expect(after.score ?? 0).to.be.at.least((before.score ?? 0) - 1e-9);
        },
      ),
    );
  });

  it("swaps precision and recall when the lists are swapped", () => {
    fc.assert(
      fc.property(calls, calls, mode, (one, other, mode) => {
        const [there, back] = [matchToolCalls(one, other, { mode }), matchToolCalls(other, one, { mode })];
        expect(there.precision).to.be.closeTo(back.recall ?? -1, 1e-9);
        expect(there.recall).to.be.closeTo(back.precision ?? -1, 1e-9);
      }),
    );
  });

  it("knows no number that is none, and passes with a score of 1", () => {
    const anyCall = fc.record(
      {
        name: fc.constantFrom("a", "b"),
        inputParameters: fc.oneof(args, fc.constantFrom("", "{}", "{broken", '{"x":1}')),
        executed: fc.boolean(),
        error: fc.constant("boom"),
      },
      { requiredKeys: ["name"] },
    );
    const anyMode = fc.constantFrom<ToolMatchMode | undefined>(...pairing, "forbid", undefined);
    fc.assert(
      fc.property(
        fc.array(anyCall, { maxLength: 4 }),
        fc.array(anyCall, { maxLength: 4 }),
        anyMode,
        (actual, expected, mode) => {
          const result = matchToolCalls(actual, expected, mode === undefined ? {} : { mode });
          for (const number of numbersOf(result)) if (number !== null) expect(number).to.be.within(0, 1);
          expect(result.verdict === "passed").to.equal(result.score === 1);
          expect(result.score === null).to.equal(result.verdict === "errored" || result.verdict === "skipped");
          expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result);
        },
      ),
      { numRuns: 500 },
    );
  });
});
