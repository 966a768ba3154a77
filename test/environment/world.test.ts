import { expect } from "chai";
import {
  compareState,
  createEnvironment,
  fault,
  interceptTools,
  refuse,
  ToolError,
} from "../../src/environment/index.js";
import { RehearsalError } from "../../src/errors.js";
import { messageOf, shop, shopState } from "./support/shop.js";

describe("a world", () => {
  it("runs tools on its state", async () => {
    const world = shop().open();
    expect(await world.tools.lookup_order({ order_id: "A-1" })).to.deep.equal({ status: "delivered", total: 59.9 });
    expect(await world.tools.refund_order({ order_id: "A-1" })).to.deep.equal({ id: "refund-1" });
    expect(world.state.orders["A-1"]).to.deep.equal({ status: "refunded", total: 59.9 });
    expect(world.state.refunds).to.deep.equal([{ id: "refund-1", order: "A-1", at: Date.UTC(2026, 0, 1) }]);
  });

  it("takes the error of a tool for a result, and leaves the state as it was", async () => {
    const world = shop().open();
    const result = world.apply("refund_order", { order_id: "B-9" });
    expect(result).to.deep.equal({ type: "failed", message: "there is no order B-9" });
    expect(world.state).to.deep.equal(shopState());
    const thrown: unknown = await world.tools.refund_order({ order_id: "B-9" }).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(ToolError).with.property("message", "there is no order B-9");
  });

  it("undoes what a tool did before it failed", () => {
    const halfway = createEnvironment({
      state: { a: 1, b: 1 },
      tools: {
        move: {
          write: true,
          run: (state, _, { newId }) => {
            state.a = 0;
            newId("move");
            throw new Error("no");
          },
        },
      },
    }).open();
    halfway.apply("move");
    expect(halfway.snapshot).to.deep.equal({ state: { a: 1, b: 1 }, calls: { move: 1 }, ids: {} });
  });

  it("says what is wrong with arguments, by a schema of zod or a JSON Schema", () => {
    expect(shop().open().apply("refund_order", { order_id: 7 }))
      .to.have.property("message")
      .that.matches(/^refund_order got wrong arguments: order_id: .*expected string/);
    const plain = createEnvironment({
      state: {},
      tools: {
        add: { input: { type: "object", properties: { n: { type: "number" } }, required: ["n"] }, run: () => 1 },
      },
    }).open();
    expect(plain.apply("add", {}))
      .to.have.property("message")
      .that.matches(/^add got wrong arguments: n: /);
    expect(plain.apply("add", { n: 1 })).to.deep.equal({ type: "returned", value: 1 });
  });

  it("names the nearest tool where there is none of a name", () => {
    expect(shop().open().apply("refund_ordr")).to.deep.equal({
      type: "failed",
      message: 'there is no tool "refund_ordr"; did you mean refund_order?',
    });
    expect(shop().open().apply("__proto__")).to.have.property("type", "failed");
  });

  it("calls it a mistake of its author where a tool that only reads writes", () => {
    const world = createEnvironment({
      state: { visits: 0 },
      tools: { look: { run: (state) => (state.visits += 1) } },
    }).open();
    const result = world.apply("look");
    expect(result).to.include({ type: "failed", mistake: true });
    expect(result)
      .to.have.property("message")
      .that.includes("look changed the state, and is not declared with write: true");
    expect(world.state).to.deep.equal({ visits: 0 });
  });

  it("calls it a mistake where a tool returns a promise or what is no JSON", () => {
    const state: { at: unknown } = { at: 0 };
    const world = createEnvironment({
      state,
      tools: {
        late: { run: () => Promise.reject(new Error("late")) },
        date: { run: () => ({ at: new Date(0) }) },
        dated: { write: true, run: (draft) => void (draft.at = new Date(0)) },
      },
    }).open();
    expect(world.apply("late")).to.include({ mistake: true }).with.property("message").that.includes("a promise");
    expect(world.apply("date")).to.include({ mistake: true }).with.property("message").that.includes("at: a Date");
    expect(world.apply("dated")).to.include({ mistake: true }).with.property("message").that.includes("left a state");
    expect(world.state).to.deep.equal({ at: 0 });
  });

  it("calls it a mistake of its author also where a planned fault hits the call", () => {
    const environment = createEnvironment({
      state: {},
      tools: { promising: { run: () => Promise.resolve(1) } },
      faults: { promising: fault({ kind: "error", takesEffect: true }) },
    });
    expect(environment.open().apply("promising")).to.deep.include({
      message: "promising returned a promise; tools of an environment work at once",
      mistake: true,
      fault: "error",
    });
  });

  it("keeps a snapshot per turn, which never changes", () => {
    const world = shop().open();
    world.endTurn(2);
    world.apply("refund_order", { order_id: "A-1" });
    world.endTurn(4);
    expect(world.turns.map(({ turn, snapshot }) => [turn, snapshot.state.orders["A-1"]?.status])).to.deep.equal([
      [2, "delivered"],
      [4, "refunded"],
    ]);
    expect(() => (world.state.orders["A-1"] = { status: "lost", total: 0 })).to.throw(TypeError);
  });

  it("goes on from a snapshot that went through JSON, and back to its beginning", () => {
    const first = shop().open();
    first.apply("refund_order", { order_id: "A-1" });
    const from = JSON.parse(JSON.stringify(first.snapshot)) as typeof first.snapshot;
    const second = shop().open({ from });
    second.apply("refund_order", { order_id: "A-2" });
    first.apply("refund_order", { order_id: "A-2" });
    expect(second.snapshot).to.deep.equal(first.snapshot);
    expect(second.state.refunds.map(({ id }) => id)).to.deep.equal(["refund-1", "refund-2"]);
    second.endTurn(2);
    second.reset();
    expect(second.snapshot).to.deep.equal(from);
    expect([second.records, second.turns]).to.deep.equal([[], []]);
  });

  it("begins with the golden's state where there is one, or with what a function makes of it", () => {
    expect(shop().open({ initialState: { orders: {} } }).state).to.deep.equal({ orders: {} });
    const merged = createEnvironment({
      state: (initial) => ({ stock: 3, ...(initial as object | undefined) }),
      tools: {},
    });
    expect(merged.open({ initialState: { day: 1 } }).state).to.deep.equal({ stock: 3, day: 1 });
    expect(merged.open().state).to.deep.equal({ stock: 3 });
  });

  it("tells time by the clock that it was given", () => {
    let time = 5;
    const world = createEnvironment({
      state: {},
      now: () => time,
      tools: { clock: { run: (_, __, { now }) => now } },
    }).open();
    expect(world.apply("clock")).to.include({ value: 5 });
    time = 6;
    expect(world.apply("clock")).to.include({ value: 6 });
  });

  it("hands its tools out through a wrapper", async () => {
    const seen: string[] = [];
    const world = shop().open({
      wrap: ({ name, write }, fn) => {
        seen.push(`${name} ${String(write)}`);
        return fn;
      },
    });
    expect(seen).to.deep.equal(["lookup_order false", "refund_order true"]);
    expect(world.tools.lookup_order.name).to.equal("lookup_order");
  });
});

describe("createEnvironment", () => {
  it("refuses what can't be a world, and says why", async () => {
    const cases: [() => unknown, string][] = [
      [() => createEnvironment({ state: { at: new Date(0) }, tools: {} }), "at: a Date can't be kept in JSON"],
      [
        () => createEnvironment({ state: {}, tools: { a: {} as never } }),
        "the tool a must be an object with a run function",
      ],
      [
        () => createEnvironment({ state: {}, tools: { a: { input: { type: "wrong" }, run: () => 1 } } }),
        "the tool a: its input is a JSON Schema that can't be used",
      ],
      [
        () => createEnvironment({ state: {}, tools: { a: { run: () => 1, wirte: true } as never } }),
        'the tool a: unknown option "wirte" (did you mean "write"?)',
      ],
      [
        () => createEnvironment({ state: {}, tools: {}, fault: {} } as never),
        'unknown option "fault" (did you mean "faults"?)',
      ],
      [() => shop({ refund_order: { kind: "timeout" } as never }), "faults: refund_order needs a fault"],
      [() => fault({ kind: "timeout", takesEfect: true } as never), 'unknown option "takesEfect"'],
      [() => interceptTools({}, { write: "refuse" } as never), 'unknown option "write" (did you mean "writes"?)'],
      [() => compareState(1, 1, { mod: "exact" } as never), 'unknown option "mod"'],
      [() => refuse({} as never), "refuse(): message must be a text"],
      [() => shop({ refund: [] }), 'createEnvironment: faults: there is no tool "refund"; did you mean refund_order?'],
    ];
    for (const [make, words] of cases) {
      expect(await messageOf(make)).to.include(words);
      expect(make).to.throw(RehearsalError);
    }
  });
});
