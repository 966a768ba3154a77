import { expect } from "chai";
import { createEnvironment, fault, interceptTools, refuse, Stage } from "../../src/environment/index.js";
import { observe } from "../../src/tracing/index.js";
import { virtualClock } from "../support/virtual-clock.js";
import { messageOf, shop, shopState } from "./support/shop.js";

const refund = observe({ type: "tool", name: "refund_order" }, async (_: { order_id: string }): Promise<unknown> => {
  throw new Error("real money");
});

describe("a stage", () => {
  it("gives each conversation its own world", async () => {
    const environment = shop();
    const stages = ["A-1", "A-2", "A-1"].map((order_id) => ({ order_id, stage: new Stage({ environment }) }));
    await Promise.all(
      stages.map(async ({ order_id, stage }, index) => {
        for (let turn = 2; turn <= 4; turn += 2) {
          await stage.within(turn, async () => {
            for (let wait = 0; wait < index; wait++) await new Promise(setImmediate);
            if (turn === 4) await refund({ order_id });
          });
          stage.endTurn(turn);
        }
      }),
    );
    for (const { order_id, stage } of stages) {
      const { finalState, turns, calls } = stage.close();
      expect(finalState).to.deep.equal({
        ...shopState(),
        orders: { ...shopState().orders, [order_id]: { ...shopState().orders[order_id], status: "refunded" } },
        refunds: [{ id: "refund-1", order: order_id, at: Date.UTC(2026, 0, 1) }],
      });
      expect(turns?.map(({ turn }) => turn)).to.deep.equal([2, 4]);
      expect(turns?.[0]?.snapshot.state).to.deep.equal(shopState());
      expect(calls).to.deep.equal([{ name: "refund_order", did: "simulated", nth: 1, turn: 4, args: { order_id } }]);
    }
  });

  it("leaves a report that goes through JSON unharmed", async () => {
    const stage = new Stage({ environment: shop(), intercept: interceptTools({ send: refuse() }) });
    await stage.within(2, () => refund({ order_id: "A-1" }));
    stage.endTurn(2);
    const report = stage.close();
    expect(JSON.parse(JSON.stringify(report))).to.deep.equal(report);
  });

  it("without a world and a plan it touches nothing and knows nothing", async () => {
    const stage = new Stage({});
    expect(await stage.within(2, () => messageOf(() => refund({ order_id: "A-1" })))).to.equal("real money");
    expect(stage.close()).to.deep.equal({ calls: [], mistakes: [] });
  });

  it("tells the mistakes of whoever wrote the environment", async () => {
    const environment = createEnvironment({ state: { n: 0 }, tools: { refund_order: { run: (state) => ++state.n } } });
    const stage = new Stage({ environment });
    await stage.within(2, async () => {
      await messageOf(() => refund({ order_id: "A-1" }));
      await messageOf(() => refund({ order_id: "A-1" }));
    });
    const { mistakes } = stage.close();
    expect(mistakes).to.have.length(1);
    expect(mistakes[0]).to.include("refund_order changed the state");
  });

  it("ends all waits when it closes", async () => {
    const clock = virtualClock();
    const slow = fault({ kind: "slow" });
    const intercept = interceptTools({ refund_order: slow });
    const stage = new Stage({ environment: shop({ lookup_order: slow }), intercept, timer: clock });
    void stage.within(2, () => refund({ order_id: "A-1" }));
    void stage.world?.call("lookup_order", { order_id: "A-1" });
    await clock.whenPending(2);
    stage.close();
    expect(clock.pending).to.deep.equal([]);
  });
});
