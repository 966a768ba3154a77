import { expect } from "chai";
import {
  Interception,
  interceptTools,
  mock,
  pass,
  refuse,
  runIntercepted,
  unusedMocks,
} from "../../src/environment/index.js";
import { captureTrace, observe } from "../../src/tracing/index.js";
import { desk, run } from "./support/desk.js";
import { messageOf, shop } from "./support/shop.js";

describe("interception in a world", () => {
  it("runs an agent's own tools in a world", async () => {
    const { refund, real } = desk();
    const world = shop().open();
    const interception = new Interception(interceptTools({}), { world });
    const { result, trace } = await captureTrace(() =>
      interception.within(async () => [
        await refund({ order_id: "A-1" }),
        await messageOf(() => refund({ order_id: "A-1" })),
      ]),
    );
    expect(result).to.deep.equal([{ id: "refund-1" }, "it is refunded already"]);
    expect(real).to.deep.equal([]);
    expect(world.state.orders["A-1"]?.status).to.equal("refunded");
    expect(trace.spans.map(({ metadata }) => metadata)).to.deep.equal([
      { intercepted: "simulated" },
      { intercepted: "simulated" },
    ]);
  });

  it("lets a world's own tools be, unless a rule names them", async () => {
    const world = shop().open({ wrap: ({ name }, fn) => observe({ type: "tool", name }, fn) });
    const { result } = await run(interceptTools({ refund_order: refuse("no") }, { writes: "refuse" }), async () => [
      await world.tools.lookup_order({ order_id: "A-2" }),
      await messageOf(() => world.tools.refund_order({ order_id: "A-1" })),
    ]);
    expect(result.result).to.deep.equal([{ status: "shipped", total: 25 }, "no"]);
    expect(world.records.map(({ name }) => name)).to.deep.equal(["lookup_order"]);
    const refusing = interceptTools({}, { writes: "refuse" });
    const { result: second } = await run(refusing, () => world.tools.refund_order({ order_id: "A-1" }));
    expect(second.result).to.deep.equal({ id: "refund-1" });
  });
});

describe("rules that met no call", () => {
  it("are told over all conversations, with the tool that was likely meant", async () => {
    const { refund } = desk();
    const plan = interceptTools({ refund_ordr: mock(1), get_user: mock(2), total: pass });
    const [first, second] = await Promise.all([
      runIntercepted(plan, () => refund({ order_id: "1" })),
      runIntercepted(plan, () => desk().total(1, 2)),
    ]);
    expect(unusedMocks(plan, [first.calls, second.calls]).map(({ message }) => message)).to.deep.equal([
      "The rule for refund_ordr met no call; is it a slip for refund_order, which was really called?",
      "The rule for get_user met no call; called were refund_order, total",
    ]);
    const both = interceptTools({ refund_order: mock(1), refund_orders: mock(2) });
    expect(unusedMocks(both, [first.calls])[0]).to.not.have.property("nearest");
    expect(unusedMocks(interceptTools({ a: pass }), [])[0]?.message).to.equal(
      "The rule for a met no call; no tool was called through the seam",
    );
  });
});
