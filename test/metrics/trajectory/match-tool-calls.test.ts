import { expect } from "chai";
import { closeTo } from "../../../src/metrics/trajectory/arguments/matcher.js";
import { matchToolCalls } from "../../../src/metrics/trajectory/match-tool-calls.js";
import type { ToolMatchOptions } from "../../../src/metrics/index.js";
import type { ToolMatchMode } from "../../../src/test-case/index.js";
import { RehearsalError } from "../../../src/errors.js";
import type { LocatedCall } from "../../../src/test-case/located-calls.js";
import type { ToolCall, ToolCallInput } from "../../../src/test-case/tool-call.js";

const call = (name: string, inputParameters?: ToolCall["inputParameters"], rest: Partial<ToolCall> = {}): ToolCall => ({
  name,
  ...(inputParameters === undefined ? {} : { inputParameters }),
  ...rest,
});
const verdict = (
  actual: readonly (ToolCallInput | LocatedCall)[],
  expected: readonly ToolCallInput[],
  options?: ToolMatchOptions,
) => matchToolCalls(actual, expected, options).verdict;
const located = (turn: number, position: number, one: ToolCall): LocatedCall => ({ turn, position, call: one });

describe("matchToolCalls", () => {
  describe("modes", () => {
    const table: [mode: ToolMatchMode, actual: string, expected: string, verdict: string][] = [
      ["exact", "a b", "a b", "passed"],
      ["exact", "b a", "a b", "failed"],
      ["exact", "a b c", "a b", "failed"],
      ["exact", "", "", "passed"],
      ["exact", "a", "", "failed"],
      ["exact", "", "a", "failed"],
      ["inOrder", "x a y b", "a b", "passed"],
      ["inOrder", "b a", "a b", "failed"],
      ["inOrder", "", "", "skipped"],
      ["inOrder", "a", "", "skipped"],
      ["inOrder", "", "a", "failed"],
      ["superset", "b x a", "a b", "passed"],
      ["superset", "a", "a a", "failed"],
      ["superset", "", "", "skipped"],
      ["superset", "a", "", "skipped"],
      ["superset", "", "a", "failed"],
      ["subset", "a", "a b", "passed"],
      ["subset", "a a", "a b", "failed"],
      ["subset", "", "", "passed"],
      ["subset", "a", "", "failed"],
      ["subset", "", "a", "passed"],
      ["sameMultiset", "b a a", "a b a", "passed"],
      ["sameMultiset", "a b b", "a a b", "failed"],
      ["sameMultiset", "", "", "passed"],
      ["sameMultiset", "a", "", "failed"],
      ["sameMultiset", "", "a", "failed"],
      ["forbid", "b", "a", "passed"],
      ["forbid", "b a", "a", "failed"],
      ["forbid", "", "", "passed"],
      ["forbid", "a", "", "passed"],
      ["forbid", "", "a", "passed"],
      ["none", "", "", "passed"],
      ["none", "a", "", "failed"],
    ];
    const names = (text: string) => text.split(" ").filter((name) => name !== "");
    for (const [mode, actual, expected, wanted] of table) {
      it(`${mode}: [${actual}] against [${expected}] is ${wanted}`, () => {
        expect(verdict(names(actual), names(expected), { mode })).to.equal(wanted);
      });
    }

    it("takes no mode as superset, and as none where nothing is expected", () => {
      expect(matchToolCalls(["a", "b"], ["a"])).to.include({ mode: "superset", verdict: "passed" });
      expect(matchToolCalls(["a"], [])).to.include({ mode: "none", verdict: "failed" });
    });

    it("can't decide none with calls that are expected", () => {
      expect(matchToolCalls([], ["a"], { mode: "none" })).to.include({ verdict: "errored", score: null });
    });
  });

  describe("which calls count", () => {
    it("a call that nothing shows to have run is an attempt", () => {
      const attempt = call("a", {}, { executed: false });
      const result = matchToolCalls([attempt], ["a"]);
      expect(result.verdict).to.equal("failed");
      expect(result.reason).to.equal("a was not called: requested (call 1), but nothing shows that it ran");
      expect(verdict([attempt], ["a"], { include: "attempted" })).to.equal("passed");
      expect(verdict([attempt], [])).to.equal("passed");
      expect(verdict([attempt], ["a"], { mode: "forbid" })).to.equal("failed");
    });

    it("a call that failed counts, unless only successes do", () => {
      const failed = call("a", {}, { error: "down" });
      expect(verdict([failed], ["a"])).to.equal("passed");
      expect(matchToolCalls([failed], ["a"], { include: "succeeded" }).reason).to.equal(
        "a was not called: it failed (call 1): down",
      );
    });

    it("a call that failed and was repeated counts once, as the last", () => {
      const retried = [call("a", { x: 1 }, { error: "down" }), "b", call("a", { x: 1 })];
      expect(verdict(retried, ["b", call("a", { x: 1 })], { mode: "exact" })).to.equal("passed");
      expect(verdict(retried, ["a", "b", "a"], { mode: "exact", retries: "count" })).to.equal("passed");
      expect(verdict([call("a", { x: 1 }, { error: "down" }), call("a", { x: 2 })], ["a", "a"])).to.equal("passed");
      expect(
        verdict([call("a", {}, { error: "down", batch: "1" }), call("a", {}, { batch: "1" })], ["a", "a"]),
      ).to.equal("passed");
    });
  });

  describe("order", () => {
    const batch = (names: string, id: string) => names.split("").map((name) => call(name, {}, { batch: id }));

    it("does not count within a batch", () => {
      const actual = [...batch("ba", "1"), ...batch("dc", "2")];
      expect(verdict(actual, ["a", "b", "c", "d"], { mode: "exact" })).to.equal("passed");
      expect(verdict(actual, ["a", "c"], { mode: "inOrder" })).to.equal("passed");
      expect(verdict(actual, ["c", "a"], { mode: "inOrder" })).to.equal("failed");
      expect(verdict(actual, ["a", "c", "b", "d"], { mode: "exact" })).to.equal("failed");
    });

    it("does not make one batch of two turns that use the same id", () => {
      const actual = [located(2, 1, call("b", {}, { batch: "1" })), located(4, 1, call("a", {}, { batch: "1" }))];
      expect(verdict(actual, ["a", "b"], { mode: "exact" })).to.equal("failed");
    });

    it("is named where it alone is wrong", () => {
      expect(matchToolCalls(["b", "a"], ["a", "b"], { mode: "inOrder" }).reason).to.equal(
        "a was made out of order (call 2)",
      );
    });
  });

  it("lets optional calls be, be left out, and never take a required one's place", () => {
    const expected = ["a", { name: "log", optional: true }, "b"];
    expect(verdict(["a", "b"], expected, { mode: "exact" })).to.equal("passed");
    expect(verdict(["a", "log", "b"], expected, { mode: "exact" })).to.equal("passed");
    expect(verdict(["log", "a", "b"], expected, { mode: "exact" })).to.equal("failed");
    const result = matchToolCalls([call("a", { x: 1 })], [call("a", { x: 1 }, { optional: true }), "a"]);
    expect(result).to.include({ verdict: "passed", precision: 1 });
    const similar = [call("a", { x: 1, y: 1 }), call("a", { x: 1, y: 2 })];
    const required = call("a", { x: 1, y: 2 });
    const both = [required, call("a", { x: 1, y: 3 }, { optional: true })];
    for (const mode of ["inOrder", "superset"] as const) expect(verdict(similar, both, { mode })).to.equal("passed");
  });

  describe("turns", () => {
    const pinned = [call("a", undefined, { turn: 4 })];

    it("hold an expected call to its turn", () => {
      expect(verdict([located(4, 1, call("a"))], pinned)).to.equal("passed");
      const late = matchToolCalls([located(2, 1, call("b")), located(6, 3, call("a"))], pinned);
      expect(late).to.include({ verdict: "failed", turn: 6, call: 3 });
      expect(late.reason).to.equal("a was not called as expected; nearest is turn 6, call 3: expected turn 4, got 6");
    });

    it("that are not known leave it open", () => {
      expect(verdict(["a"], pinned)).to.equal("errored");
      expect(verdict([call("a", undefined, { turn: 4 })], pinned)).to.equal("passed");
    });
  });

  it("compares the type of a tool where one is expected", () => {
    expect(verdict([call("a", {}, { type: "mcp" })], ["a"])).to.equal("passed");
    expect(verdict([call("a", {}, { type: "mcp" })], [call("a", {}, { type: "function" })])).to.equal("failed");
    expect(verdict(["a"], [call("a", undefined, { type: "function" })])).to.equal("passed");
  });

  it("passes at a threshold, rounding aside", () => {
    const actual = [call("a", { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 2 })];
    const expected = [call("a", { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1 })];
    expect(matchToolCalls(actual, expected, { threshold: 0.9 })).to.include({ verdict: "passed", score: 0.9 });
    expect(verdict(actual, expected)).to.equal("failed");
  });

  it("says what is wrong, where, and what comes nearest", () => {
    const actual = [
      located(2, 1, call("lookup_order", { order_id: "A-1042" })),
      located(4, 2, call("refund_order", { order_id: "A-1042", amount: 60 })),
      located(4, 3, call("send_email")),
    ];
    const expected = ["lookup_order", call("refund_order", { order_id: "A-1042", amount: closeTo(59.9, 0.01) })];
    const result = matchToolCalls(actual, expected);
    expect(result).to.include({ turn: 4, call: 2 });
    expect(result.message.split("\n")).to.deep.equal([
      "refund_order was not called as expected; nearest is turn 4, call 2: amount: expected 59.9 ± 0.01, got 60",
      "superset: at least these calls, in any order",
      "expected 1  lookup_order                                             ✓ turn 2, call 1",
      'expected 2  refund_order {"order_id":"A-1042","amount":59.9 ± 0.01}  ✗ nearest: turn 4, call 2',
      "    amount: expected 59.9 ± 0.01, got 60",
      "besides  turn 4, call 3: send_email",
    ]);
    expect(result.missing).to.deep.equal([expected[1]]);
    expect(result.unexpected.map(({ name }) => name)).to.deep.equal(["refund_order", "send_email"]);
  });

  it("counts what is too much to list", () => {
    const many = Array.from({ length: 200 }, (_, id) => call("a", { id }));
    const { details } = matchToolCalls(many.slice(0, 150), many);
    expect(details).to.have.length.below(70);
    expect(details).to.include("… and 180 more expected calls, 150 of them made");
  });

  it("names a tool that is spelled nearly so", () => {
    expect(matchToolCalls(["lookup_orders"], ["lookup_order"]).reason).to.equal(
      "lookup_order was not called: there is a call of lookup_orders",
    );
  });

  it("throws for what is written wrong, and says where", () => {
    const thrown = (run: () => unknown): string => {
      try {
        run();
      } catch (error) {
        if (error instanceof RehearsalError && error.code === "invalid_input") return error.message;
      }
      return "nothing was thrown";
    };
    expect(thrown(() => matchToolCalls([{ name: "a", arguments: {} } as never], [])))
      .to.include("actual[0]")
      .and.include('"arguments"');
    expect(thrown(() => matchToolCalls([call("a", { x: Number.NaN })], [])))
      .to.include("actual[0]")
      .and.include("NaN");
    expect(thrown(() => matchToolCalls([], [""]))).to.include("expected[0]");
    expect(thrown(() => matchToolCalls([], ["a"], { mode: "unordered" as never }))).to.include('no mode "unordered"');
    expect(thrown(() => matchToolCalls([], ["a"], { args: "partial" as never }))).to.include(
      'args can\'t be "partial"',
    );
    expect(thrown(() => matchToolCalls([], [call("a", { x: { $regex: "(" } })]))).to.include(
      "expected[0].inputParameters.x",
    );
    expect(thrown(() => matchToolCalls([], [call("a", { x: { $closeto: 60 } })])))
      .to.include("expected[0].inputParameters.x")
      .and.include("did you mean $closeTo?");
  });

  it("matches 200 calls against 200 without growing cubic", () => {
    const calls = (shift: number) =>
      Array.from({ length: 200 }, (_, id) => call("a", { id: (id * 73) % 200, kind: shift }));
    const start = process.cpuUsage();
    expect(verdict(calls(0), calls(0).reverse())).to.equal("passed");
    expect(matchToolCalls(calls(0), calls(1)).score).to.equal(0.5);
    // Milliseconds on an idle machine; the bound is for one that is not.
    expect(process.cpuUsage(start).user / 1000).to.be.below(1500);
  });
});
