import { expect } from "chai";
import { compareState, createEnvironment, judgeState, replayActions } from "../../src/environment/index.js";
import { StateMetric } from "../../src/metrics/state/state-metric.js";
import { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import type { JsonValue } from "../../src/test-case/json.js";
import { shop } from "./support/shop.js";

const finalState = {
  accounts: { "NL-100": { balance: 450, owner: "Ada Lovelace", at: "2026-01-02" }, "NL-200": {} },
  log: ["a", "b"],
  empty: {},
};
const judged = (expectedState: JsonValue, actual: JsonValue = finalState) =>
  new StateMetric().measureNow(
    new ConversationalTestCase({
      turns: [{ role: "user", content: "Hi." }],
      finalState: actual,
      expectedState,
    }),
  );

describe("an expected state", () => {
  const matched: readonly JsonValue[] = [
    { accounts: { "NL-100": { balance: { $closeTo: 449, abs: 2 } } } },
    {
      accounts: { "NL-100": { owner: { $regex: "^Ada" }, at: { $date: "2026-01-02" }, balance: { $oneOf: [1, 450] } } },
    },
    { accounts: { "NL-100": { $anyOf: [{ balance: 1 }, { balance: 450 }] }, "NL-200": { $any: true } } },
    { log: { $unordered: ["b", "a"] }, empty: { $literal: {} }, note: { $optional: "x" } },
    { accounts: { $nonEmpty: true }, note: { $absent: true } },
  ];
  for (const expected of matched)
    it(`may hold the matchers of arguments: ${JSON.stringify(expected)}`, () =>
      expect(judged(expected)).to.include({ verdict: "passed" }));

  for (const [expected, words] of [
    [
      { accounts: { "NL-100": { balance: { $closeTo: 440, abs: 2 } } } },
      'balance should be {"$closeTo":440,"abs":2} and is 450',
    ],
    [{ accounts: { $literal: {} } }, "accounts should be"],
    [{ log: { $unordered: ["b"] } }, "log should be"],
    [{ owner: { $any: true } }, "owner should be"],
    [{ accounts: { "NL-100": { balance: { $absent: true } } } }, "accounts.NL-100.balance is 450 and should not be"],
  ] as const)
    it(`fails where a matcher does not match: ${JSON.stringify(expected)}`, () => {
      const { verdict, reason } = judged(expected);
      expect(verdict).to.equal("failed");
      expect(reason).to.include(words);
    });

  for (const [expected, words] of [
    [
      { accounts: {} },
      "{} at accounts, which any object holds: it asserts nothing. For an empty object write { $literal",
    ],
    [{ accounts: { "NL-100": {} } }, "{} at accounts.NL-100, which"],
    [{ log: ["a", { x: {} }] }, "{} at log[1].x"],
    [
      { accounts: { "NL-100": { balance: { $closTo: 449 } } } },
      "$closTo at accounts.NL-100.balance, and there is no such matcher; did you mean $closeTo?",
    ],
    [{ accounts: { $absnt: true } }, "did you mean $absent?"],
    [{ accounts: { $absent: false } }, '{"$absent":false} at accounts: what must be gone is { $absent: true }'],
    [{ log: { $closeTo: "x" } }, "the matcher at log is written wrong: $closeTo needs a number"],
    [{ log: { $closeTo: 1, within: 2 } }, "the matcher at log is written wrong: it has keys that it does not know"],
  ] as const)
    it(`is an error where it can't be meant: ${JSON.stringify(expected)}`, () => {
      const { verdict, reason } = judged(expected);
      expect(verdict).to.equal("errored");
      expect(reason).to.include(words);
    });

  it("is an error where nobody tests its matchers, and never compared as it stands", () => {
    const expectedState = { log: { $closeTo: 1 } };
    expect(judgeState({ actual: finalState, expectedState })).to.include({ verdict: "errored" });
    expect(judgeState({ actual: { log: { $closeTo: 1 } }, expectedState })).to.include({ verdict: "errored" });
    expect(() => compareState(finalState, expectedState)).to.throw("the matcher $closeTo at log of the expected state");
    expect(compareState({ log: { $closeTo: 1 } }, { log: { $literal: { $closeTo: 1 } } }).matches).to.equal(true);
    expect(compareState({ log: { $closeTo: 1 } }, { log: { $closeTo: 1 } }, { mode: "exact" }).matches).to.equal(true);
  });
});

describe("a path that does not count", () => {
  it("is no empty one, which would stand for the whole", () => {
    for (const ignore of [[""], ["."], ["a", "[]"], [undefined as unknown as string]])
      expect(() => compareState({ a: 1 }, { a: 2 }, { ignore })).to.throw("which is no path in a state");
  });

  it("may lead through keys that have dots in them", () => {
    const actual = { "a.b": 1, c: { "d.e.f": { at: 1 }, "x[0]": 1 }, g: 1 };
    const expected = { "a.b": 2, c: { "d.e.f": { at: 2 }, "x[0]": 2 }, g: 1 };
    const differs = (...ignore: string[]) =>
      compareState(actual, expected, { ignore }).differences.map(({ path }) => path);
    expect(differs("a.b", "c.d.e.f.at", "c.x[0]")).to.deep.equal([]);
    expect(differs("a.b", "c.*.at", "c.*")).to.deep.equal([]);
    expect(differs("a", "b", "c.d", "c.d.e.f")).to.deep.equal(["a.b", "c.x[0]"]);
    expect(differs("*")).to.deep.equal([]);
  });
});

describe("an action of a golden", () => {
  it("that writes and changes nothing is one that failed: an agent that did nothing would pass", () => {
    const state: { readonly open: Record<string, true> } = { open: { a: true } };
    const desk = createEnvironment({
      state,
      tools: {
        close: { write: true, run: (draft, { id }: { id: string }) => void Reflect.deleteProperty(draft.open, id) },
        look: { run: (draft) => draft.open },
      },
    });
    const goldenActions = [{ name: "close", inputParameters: { id: "zzz" } }];
    expect(replayActions(desk, goldenActions).failures).to.deep.equal([
      "action 1 (close): it is a tool that writes, and changed nothing. Are its arguments right? If so, leave it out",
    ]);
    expect(judgeState({ actual: state, goldenActions, environment: desk })).to.include({ verdict: "errored" });
    expect(
      replayActions(desk, [{ name: "look" }, { name: "close", inputParameters: { id: "a" } }]).failures,
    ).to.deep.equal([]);
  });
});

describe("an answer of a world", () => {
  it("belongs to whom it is given to: what he does with it changes no world and no record", async () => {
    const world = shop().open();
    const order = (await world.tools.lookup_order({ order_id: "A-1" })) as { status: string; label?: string };
    order.status = "mine";
    order.label = "Order";
    expect(world.state.orders["A-1"]).to.deep.equal({ status: "delivered", total: 59.9 });
    expect(world.records[0]?.result).to.have.deep.property("value", { status: "delivered", total: 59.9 });
    expect(await world.tools.lookup_order({ order_id: "A-1" })).to.have.property("status", "delivered");
  });
});
