import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { compareState, createEnvironment, fault, judgeState, replayActions } from "../../src/environment/index.js";
import type { JsonValue } from "../../src/test-case/json.js";
import type { ToolCall } from "../../src/test-case/tool-call.js";
import { shop } from "./support/shop.js";

interface Report {
  readonly input: Record<string, JsonValue>;
  readonly expected: Record<string, JsonValue>;
}
const reported = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../fixtures/reported", `${name}.json`), "utf8")) as Report;
const refund = (order_id: string): ToolCall => ({ name: "refund_order", inputParameters: { order_id } });

describe("compareState", () => {
  it("looks for what is expected, and lets be what is not mentioned", () => {
    const actual = { orders: { a: { status: "paid", total: 5 }, b: {} }, day: 1 };
    expect(compareState(actual, { orders: { a: { status: "paid" } } })).to.deep.equal({
      matches: true,
      differences: [],
      message: "",
    });
  });

  it("shows every difference with its path", () => {
    const { differences, message } = compareState(
      { orders: { a: { status: "paid" } }, log: [{ n: 1 }, { n: 2 }], tags: ["x"], none: null },
      { orders: { a: { status: "refunded" }, b: {} }, log: [{ n: 1 }, { n: 3 }], tags: ["x", "y"], none: 0 },
    );
    expect(message.split("\n")).to.deep.equal([
      'orders.a.status should be "refunded" and is "paid"',
      "orders.b should be {} and is not there",
      "log[1].n should be 3 and is 2",
      'tags should be ["x","y"] and is ["x"] (1 items, not 2)',
      "none should be 0 and is null",
    ]);
    expect(differences[1]).to.deep.equal({ path: "orders.b", expected: {} });
  });

  it("in full also shows what should not be there", () => {
    const { message } = compareState({ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 2 } }, { mode: "exact" });
    expect(message).to.equal("b.d is 3 and should not be there");
  });

  it("leaves out the paths that do not count", () => {
    const ignore = ["orders.*.at", "log[0]"];
    const actual = { orders: { a: { at: 1 }, b: { at: 2 } }, log: [1, 2] };
    const expected = { orders: { a: { at: 9 }, b: {} }, log: [7, 2] };
    expect(compareState(actual, expected, { mode: "exact", ignore }).matches).to.equal(true);
    // What is ignored is what lies in it, and not that it is there.
    expect(compareState({}, { orders: { a: 1 } }, { ignore: ["orders.*"] }).matches).to.equal(false);
  });

  it("keeps a long difference short", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${String(index)}`, index]));
    const lines = compareState({ text: "x".repeat(900) }, { ...many, text: "" }).message.split("\n");
    expect(lines).to.have.length(21);
    expect(lines.at(-1)).to.equal("and 11 more differences");
  });

  it("takes a state for itself in full, and in part for what more there is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (any, more) => {
        const state = JSON.parse(JSON.stringify(any)) as JsonValue;
        expect(compareState(state, state, { mode: "exact" }).matches).to.equal(true);
        const extra = JSON.parse(JSON.stringify(more)) as Record<string, JsonValue>;
        expect(compareState({ ...extra, state }, { state }).matches).to.equal(true);
      }),
    );
  });

  it("is symmetric in full", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        const [x, y] = JSON.parse(JSON.stringify([a, b])) as [JsonValue, JsonValue];
        const exact = { mode: "exact" } as const;
        expect(compareState(x, y, exact).matches).to.equal(compareState(y, x, exact).matches);
        expect(compareState(x, y, exact).matches).to.equal(canonical(x) === canonical(y));
      }),
    );
    function canonical(value: JsonValue): string {
      if (typeof value !== "object" || value === null) return JSON.stringify(value);
      if (Array.isArray(value)) return `[${(value as JsonValue[]).map(canonical).join()}]`;
      return `{${Object.entries(value as Record<string, JsonValue>)
        .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
        .sort()
        .join()}}`;
    }
  });

  it("tau2-bench#397: one number is one number", () => {
    const { input, expected } = reported("tau2-bench-397");
    const read = (text: JsonValue | undefined) => JSON.parse(text as string) as JsonValue;
    expect(compareState(read(input.actual), read(input.expected))).to.include(expected);
  });
});

describe("replayActions", () => {
  it("tells the state that the golden's calls lead to, without any planned fault", () => {
    const { state, failures } = replayActions(shop({ "*": fault({ kind: "error" }) }), [refund("A-1")]);
    expect(failures).to.deep.equal([]);
    expect(state.orders["A-1"]?.status).to.equal("refunded");
  });

  it("names the actions that fail", () => {
    const text: ToolCall = { name: "refund_order", inputParameters: "A-1" };
    expect(replayActions(shop(), [refund("A-1"), refund("A-1"), { name: "pay" }, text]).failures).to.deep.equal([
      "action 2 (refund_order): it is refunded already",
      'action 3 (pay): there is no tool "pay"; the tools are lookup_order, refund_order',
      "action 4 (refund_order): its arguments are text and no JSON object",
    ]);
  });
});

describe("judgeState", () => {
  const after = (...actions: ToolCall[]) => replayActions(shop(), actions).state as unknown as JsonValue;
  const environment = shop();

  it("skips what states nothing, and can't tell where the state is not known", () => {
    expect(judgeState({ actual: {} })).to.include({ verdict: "skipped" });
    expect(judgeState({ actual: {}, goldenActions: [] })).to.include({ verdict: "skipped" });
    expect(judgeState({ expectedState: {} })).to.include({ verdict: "errored" });
    expect(judgeState({ actual: {}, goldenActions: [refund("A-1")] })).to.include({ verdict: "errored" });
  });

  it("takes any way to the state that the golden's actions lead to", () => {
    const goldenActions = [refund("A-1"), refund("A-2")];
    expect(judgeState({ actual: after(refund("A-1"), refund("A-2")), goldenActions, environment }).verdict).to.equal(
      "passed",
    );
    const less = judgeState({ actual: after(refund("A-1")), goldenActions, environment });
    expect(less.verdict).to.equal("failed");
    expect(less.reason).to.include('orders.A-2.status should be "refunded" and is "shipped"');
  });

  it("believes a replay that was made before", () => {
    const goldenActions = [refund("A-1")];
    const judged = (state: JsonValue, failures: string[] = []) =>
      judgeState({ actual: after(refund("A-1")), goldenActions, replayed: { state, failures } }).verdict;
    expect([judged(after(refund("A-1"))), judged(after()), judged({}, ["action 1: no"])]).to.deep.equal([
      "passed",
      "failed",
      "errored",
    ]);
  });

  it("takes no more for it than that state", () => {
    const state: { readonly notes: Record<string, true> } = { notes: {} };
    const notes = createEnvironment({
      state,
      tools: { note: { write: true, run: (draft, { key }: { key: string }) => void (draft.notes[key] = true) } },
    });
    const goldenActions = [{ name: "note", inputParameters: { key: "a" } }];
    const { verdict, reason } = judgeState({
      actual: { notes: { a: true, b: true } },
      goldenActions,
      environment: notes,
    });
    expect(verdict).to.equal("failed");
    expect(reason).to.include("notes.b is true and should not be there");
  });

  it("calls a golden broken whose own actions fail, instead of passing it", () => {
    const goldenActions = [refund("B-1")];
    const { verdict, reason } = judgeState({ actual: after(), goldenActions, environment });
    expect(verdict).to.equal("errored");
    expect(reason).to.include("action 1 (refund_order): there is no order B-1");
  });

  it("wants both where a golden states both", () => {
    const both = { goldenActions: [refund("A-1")], expectedState: { refunds: [] }, environment };
    expect(judgeState({ ...both, actual: after(refund("A-1")) })).to.include({ verdict: "failed" });
  });

  it("tau2-bench#329: a call that only reads changes no verdict", () => {
    const { input, expected } = reported("tau2-bench-329");
    const actual = after(...(input.calls as unknown as ToolCall[]));
    const goldenActions = input.goldenActions as unknown as ToolCall[];
    expect(judgeState({ actual, goldenActions, environment })).to.include(expected);
  });

  it("openevals#107: what an agent says is not what it did", () => {
    const { input, expected } = reported("openevals-107");
    const actual = after(...(input.calls as unknown as ToolCall[]));
    const { verdict, reason } = judgeState({ actual, expectedState: input.expectedState ?? null });
    expect(verdict).to.equal(expected.verdict);
    expect(reason).to.include(expected.line);
  });
});
