import { expect } from "chai";
import { hasMatchers } from "../../../../src/metrics/trajectory/arguments/check-matcher.js";
import { describeValue } from "../../../../src/metrics/trajectory/arguments/describe-value.js";
import * as m from "../../../../src/metrics/trajectory/arguments/matcher.js";
import { similarity } from "../../../../src/metrics/trajectory/arguments/similarity.js";
import type { Containment } from "../../../../src/metrics/trajectory/arguments/test-matcher.js";
import type { JsonObject, JsonValue } from "../../../../src/test-case/json.js";

const matches = (actual: JsonValue | undefined, expected: JsonValue, how: Containment = "exact") =>
  similarity(actual, expected, how) === 1;
/** Each value that must match, then each that must not. */
function check(matcher: JsonObject, yes: readonly JsonValue[], no: readonly JsonValue[]): void {
  for (const value of yes) expect(matches(value, matcher), JSON.stringify(value)).to.equal(true);
  for (const value of no) expect(matches(value, matcher), JSON.stringify(value)).to.equal(false);
}

describe("matchers", () => {
  it("are plain JSON, with the absent options left out", () => {
    expect(m.closeTo(60, { abs: 0.01 })).to.deep.equal({ $closeTo: 60, abs: 0.01 });
    expect(m.closeTo(60, 0.01)).to.deep.equal({ $closeTo: 60, abs: 0.01 });
    expect(m.regex(/^a/i)).to.deep.equal({ $regex: "^a", flags: "i" });
    expect(m.optional(m.oneOf([1]))).to.deep.equal({ $optional: { $oneOf: [1] } });
  });

  it("closeTo takes either tolerance, inclusive, and numbers only", () => {
    check(m.closeTo(60, 0.01), [60, 60.01, 59.99], [60.02, "60", null, true]);
    check(m.closeTo(1, 0.1), [1.1, 0.9], [1.11]);
    check(m.closeTo(1000, { rel: 0.01 }), [1010, 990], [1011]);
    check(m.closeTo(1000, { rel: 0.001, abs: 20 }), [1020], [1021]);
    check(m.closeTo(0.3), [0.1 + 0.2], [0.31]);
  });

  it("regex looks anywhere in text, and a g flag does not make it forget", () => {
    check(m.regex("^A-\\d+$"), ["A-1", "A-1042"], ["B-1", 1, null]);
    const sticky = m.regex(/b/g);
    check(m.regex(/b/y), ["abc"], ["x"]);
    check(sticky, ["abc", "abc", "b"], ["x"]);
  });

  it("regex gives up rather than hang", () => {
    expect(() => matches(`${"a".repeat(50)}!`, m.regex("^(a+)+$"))).to.throw("ran for more than a second");
    expect(() => matches("a".repeat(100_001), m.regex("a"))).to.throw("100,001 characters");
  });

  it("oneOf compares whole values, anyOf also matchers", () => {
    check(m.oneOf([1, "a", { b: 2 }]), [1, "a", { b: 2 }], [2, "A", { b: 3 }, "1"]);
    check(m.anyOf([m.regex("^a"), 5]), ["abc", 5], ["b", 6]);
  });

  it("nonEmpty and any differ in what nothing is", () => {
    check(m.nonEmpty(), ["a", 0, false, [0], { a: null }], ["", " \n", [], {}, null]);
    check(m.any(), ["", null, [], 0], []);
    expect(matches(undefined, m.any())).to.equal(false);
  });

  it("unordered is a multiset, with the best assignment to matchers", () => {
    check(m.unordered([1, 2, 2]), [[2, 1, 2]], [[1, 2], [1, 1, 2], [1, 2, 2, 2], 1]);
    check(
      m.unordered([m.any(), 1]),
      [
        [1, 5],
        [5, 1],
      ],
      [[5, 6]],
    );
    expect(matches([3, 1, 2], m.unordered([1, 2]), "contains")).to.equal(true);
    expect(matches([1], m.unordered([1, 2]), "within")).to.equal(true);
    expect(matches([1, 3], m.unordered([1, 2]), "within")).to.equal(false);
  });

  it("date compares days as days and moments as instants", () => {
    check(
      m.date("2026-01-02"),
      ["2026-01-02", "2026-01-02T23:30:00-08:00"],
      ["2026-01-03", "01/02/2026", "2026-02-30", 5],
    );
    check(
      m.date("2026-01-02T10:00:00+02:00"),
      ["2026-01-02T08:00:00Z", "2026-01-02 08:00Z"],
      ["2026-01-02T10:00:00Z", "2026-01-02T10:00:00"],
    );
    check(
      m.date("2026-01-02T10:00:00", { zone: "Europe/Berlin" }),
      ["2026-01-02T09:00:00Z", "2026-01-02T10:00"],
      ["2026-01-02T10:00:00Z"],
    );
    check(
      m.date("2026-01-02", { zone: "UTC" }),
      ["2026-01-02T23:30:00+00:00", "2026-01-03T00:30:00+01:00"],
      ["2026-01-02T23:30:00-08:00"],
    );
  });

  it("date takes a moment for the day that is expected, and no day for a moment", () => {
    check(m.date("2026-01-02"), ["2026-01-02", "2026-01-02T10:00:00Z"], ["2026-01-03"]);
    check(m.date("2026-01-02T10:00:00Z"), ["2026-01-02T11:00:00+01:00"], ["2026-01-02"]);
  });

  it("text is lenient about space, case and Unicode forms, and strict when told", () => {
    check(m.text("Hello  world"), ["hello world", " HELLO\nWORLD "], ["hello, world", "hello"]);
    check(m.text("café"), ["cafe\u0301"], ["cafe"]);
    check(m.text("Hello", { ignoreCase: false }), ["Hello"], ["hello"]);
    check(m.text("hello, world!", { ignorePunctuation: true }), ["Hello world"], ["hello worlds"]);
  });

  it("number reads a number out of text", () => {
    check(m.number(59.9), [59.9, "$59.90", "59,90 €", "about 59.90 USD"], ["59", "59.9 or 60", "5.99", null]);
    check(m.number("$1,628"), [1628, "1628.00", "USD 1,628"], ["€1,628", "1628%"]);
    check(m.number(60, { abs: 0.5 }), ["$60.50"], ["$60.51"]);
  });

  it("optional may be absent, and is held to its matcher when there", () => {
    const expected = { a: 1, b: m.optional(2) };
    expect(matches({ a: 1 }, expected)).to.equal(true);
    expect(matches({ a: 1, b: 2 }, expected)).to.equal(true);
    expect(matches({ a: 1, b: 3 }, expected)).to.equal(false);
    expect(matches({ b: 2 }, expected)).to.equal(false);
    expect(matches({ a: 1 }, expected, "contains")).to.equal(true);
    expect(similarity({ a: 2 }, expected, "exact"), "what is left out counts for nothing").to.equal(0);
  });

  it("literal, and what looks like a query inside of it, are just values", () => {
    check(m.literal({ $regex: "^a" }), [{ $regex: "^a" }], ["abc"]);
    check({ price: m.literal({ $gt: 5 }) }, [{ price: { $gt: 5 } }], [{ price: 6 }]);
  });

  it("are found wherever they are, and refused where they are written wrong", () => {
    expect(hasMatchers({ a: [{ b: m.any() }] }, "x")).to.equal(true);
    expect(hasMatchers({ a: [{ b: { gt: 1, of: "$5" } }] }, "x")).to.equal(false);
    expect(hasMatchers({ a: { $literal: { $gt: 1 } }, b: { $oneOf: [{ $gt: 1 }] } }, "x")).to.equal(true);
    const wrong: [JsonValue, string][] = [
      [{ a: [{ $closeTo: "60" }] }, 'the matcher at x.a[0] is written wrong: $closeTo needs a number, not "60"'],
      [{ a: { $closeTo: 60, abs: -1 } }, "its option abs can't be -1"],
      [{ a: { $oneOf: [] } }, "$oneOf needs a list with something in it"],
      [{ a: { $date: "01/02/2026" } }, "is no date of ISO 8601"],
      [{ a: { $date: "2026-01-02", zone: "Mars" } }, 'there is no zone "Mars"'],
      [{ a: { $number: "a few" } }, "a number, or text with just one number"],
      [{ a: { $anyOf: [{ $regex: "(" }] } }, "x.a.$anyOf[0]"],
      [
        { a: [{ $closeto: 60 }] },
        'there is no matcher $closeto (at x.a[0]); did you mean $closeTo? To expect the object as it stands, write { $literal: { "$closeto": … } }',
      ],
      [{ a: { $regex: "a", $options: "i" } }, "there is no matcher $options (at x.a)"],
      [{ a: { price: { $gt: 5 } } }, "there is no matcher $gt (at x.a.price); the matchers are $closeTo, $regex"],
    ];
    for (const [value, message] of wrong) expect(() => hasMatchers(value, "x")).to.throw(message);
  });

  it("are told in words", () => {
    expect(describeValue({ a: m.closeTo(60, 0.5), b: m.regex(/^x/i), c: m.optional(m.oneOf([1, "y"])) })).to.equal(
      '{"a":60 ± 0.5,"b":text like /^x/i,"c":one of 1, "y" or nothing}',
    );
    expect(describeValue("x".repeat(500))).to.have.length(100);
  });
});
