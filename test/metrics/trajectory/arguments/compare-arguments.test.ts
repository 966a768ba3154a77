import { expect } from "chai";
import fc from "fast-check";
import type { ArgumentRule } from "../../../../src/metrics/trajectory/arguments/argument-rule.js";
import { sameJson } from "../../../../src/metrics/trajectory/arguments/canonical-form.js";
import { compareArguments } from "../../../../src/metrics/trajectory/arguments/compare-arguments.js";
import type { Difference } from "../../../../src/metrics/trajectory/arguments/difference.js";
import { literalSimilarity } from "../../../../src/metrics/trajectory/arguments/literal-similarity.js";
import { any, closeTo } from "../../../../src/metrics/trajectory/arguments/matcher.js";
import { similarity } from "../../../../src/metrics/trajectory/arguments/similarity.js";
import type { JsonObject } from "../../../../src/test-case/json.js";

const compare = (actual: JsonObject, expected: JsonObject | undefined, rule: ArgumentRule) =>
  compareArguments({ actual, expected, rule, tool: "t" });
const differences = (actual: JsonObject, expected: JsonObject, rule: ArgumentRule = "exact") => {
  const found: Difference[] = [];
  compareArguments({ actual, expected, rule, tool: "t" }, (difference) => found.push(difference));
  return found.map(({ path, message }) => `${path}: ${message}`);
};

describe("compareArguments", () => {
  it("contains: the actual ones have at least what is expected, deeply", () => {
    expect(compare({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } }, "contains")).to.equal(1);
    expect(compare({ a: {} }, { a: { b: 1 } }, "contains")).to.equal(0);
    expect(compare({ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] }, "contains")).to.equal(1);
    expect(compare({ a: [1, 2] }, { a: [1] }, "contains")).to.equal(0);
  });

  it("within: the actual ones have nothing that is not expected", () => {
    expect(compare({ a: 1 }, { a: 1, b: 2 }, "within")).to.equal(1);
    expect(compare({ a: 1, c: 2 }, { a: 1, b: 2 }, "within")).to.equal(0.5);
    expect(compare({}, { a: 1 }, "within")).to.equal(1);
  });

  it("scores the share of keys that agree, nested objects in part and lists as a whole", () => {
    expect(compare({ a: 1, b: 2, c: 3 }, { a: 1, b: 0, d: 4 }, "exact")).to.equal(0.25);
    expect(compare({ a: { x: 1, y: 2 }, b: 1 }, { a: { x: 1, y: 3 }, b: 1 }, "exact")).to.equal(0.75);
    expect(compare({ a: [1, 2], b: 1 }, { a: [1, 3], b: 1 }, "exact")).to.equal(0.5);
    expect(compare({}, {}, "exact")).to.equal(1);
  });

  it("keys: only those are compared, by their paths", () => {
    const [actual, expected] = [
      { id: 1, note: "x", items: [{ sku: "a", n: 1 }] },
      { id: 1, note: "y", items: [{ sku: "a", n: 2 }] },
    ];
    expect(compare(actual, expected, { keys: ["id", "items[0].sku", "items.0.sku"] })).to.equal(1);
    expect(compare(actual, expected, { keys: ["id", "note"] })).to.equal(0.5);
    expect(compare({ "a.b": 1 }, { "a.b": 1 }, { keys: ["a.b"] })).to.equal(1);
    expect(compare({ a: 1 }, {}, { keys: ["a"] })).to.equal(0);
  });

  it("paths: those are matched, and the others stay exact", () => {
    const expected = { id: 1, note: "y", deep: { amount: 60 } };
    expect(
      compare({ id: 1, note: "x", deep: { amount: 60.004 } }, expected, {
        note: any(),
        "deep.amount": closeTo(60, 0.01),
      }),
    ).to.equal(1);
    expect(compare({ id: 2, note: "x", deep: { amount: 60 } }, expected, { note: any() })).to.be.within(0.5, 0.9);
    expect(compare({ id: 1, deep: { amount: 60 } }, expected, { note: any() })).to.be.below(1);
    expect(compare({ id: 1 }, { id: 1 }, { amount: closeTo(1) })).to.equal(1);
    expect(compare({ amount: 5 }, undefined, { amount: closeTo(5) })).to.equal(1);
    expect(compare({}, undefined, { amount: closeTo(5) })).to.be.below(1);
    const isEven = (value: unknown) => typeof value === "number" && value % 2 === 0;
    expect(compare({ n: 4, m: 1 }, { n: 2, m: 1 }, { n: isEven })).to.equal(1);
    expect(compare({ n: 3, m: 1 }, { n: 2, m: 1 }, { n: isEven })).to.equal(0.5);
  });

  it("tells each difference and where it is", () => {
    expect(differences({ a: 1, c: [1], d: { e: "x" } }, { a: 2, b: 3, c: [1, 2], d: { e: closeTo(5) } })).to.deep.equal(
      [
        "a: expected 2, got 1",
        "b: missing, expected 3",
        "c: expected 2 items, got 1 item: [1] instead of [1,2]",
        'd.e: expected 5, got "x"',
      ],
    );
    expect(differences({ a: 1, extra: "x" }, { a: 1 })).to.deep.equal(['extra: not expected, got "x"']);
    expect(differences({ items: [{ sku: "a" }] }, { items: [{ sku: "b" }] })).to.deep.equal([
      'items[0].sku: expected "b", got "a"',
    ]);
  });

  const json = fc.letrec<{ value: JsonObject[string] }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(null, true, false, 0, 1, "", "1", "a"),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
    ),
  })).value;
  const object = fc.dictionary(fc.constantFrom("a", "b", "c", "constructor"), json, {
    maxKeys: 3,
  }) as fc.Arbitrary<JsonObject>;

  it("is quick for literals and says the same", () => {
    const { intern, compare } = literalSimilarity();
    const quick = (a: JsonObject, b: JsonObject) => compare(intern(a), intern(b));
    fc.assert(
      fc.property(object, object, (a, b) => {
        expect(quick(a, b)).to.be.closeTo(similarity(a, b, "exact"), 1e-5);
        expect(quick(a, b) === 1).to.equal(similarity(a, b, "exact") === 1);
      }),
      { numRuns: 500 },
    );
  });

  it("calls equal what is the same JSON, and nothing else", () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, item]) => [key, sorted(item)]),
      );
    };
    fc.assert(
      fc.property(object, object, (a, b) => {
        const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(sameJson(a, b)).to.equal(same);
        expect(similarity(a, b, "exact") === 1).to.equal(same);
      }),
      { numRuns: 500 },
    );
    for (const none of [Number.NaN, new Date(0), () => 1]) expect(sameJson(none, none)).to.equal(false);
  });
});
