import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { interceptAISDKTools, interceptTools, mock, pass, runIntercepted, Stage } from "../../src/environment/index.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { captureTrace, observe } from "../../src/tracing/index.js";
import { messageOf, shop } from "./support/shop.js";

const tool = (name: string, write?: boolean) =>
  observe({ type: "tool", name, ...(write !== undefined && { write }) }, async () => "real");
const refund = tool("refund_order");
const refusing = interceptTools({}, { writes: "refuse" });

/** What a call in no conversation comes to while there is one with this plan. */
const outside = async (plan: Parameters<typeof runIntercepted>[0], call: () => Promise<unknown>) => {
  let end = (): void => undefined;
  const held = runIntercepted(plan, () => new Promise<void>((resolve) => (end = resolve)));
  const came = await call().catch((error: unknown) => (error as Error).message);
  end();
  await held;
  return came;
};

describe("a tool that is called in no conversation", () => {
  it("is refused while one is under way that keeps it away, and says how to carry the context", async () => {
    for (const plan of [refusing, interceptTools({ refund_order: mock(1) })])
      expect(await outside(plan, () => refund()))
        .to.match(
          /^refund_order is switched off and did nothing: it was called outside of every conversation, or in one that is over, while one/,
        )
        .and.include("AsyncResource.bind()");
    expect(await refund()).to.equal("real");
  });

  it("is refused where only the trace of the conversation, or one of its own, is around it", async () => {
    expect(await outside(refusing, async () => (await captureTrace(() => refund())).result)).to.include("switched off");
  });

  it("is let through where nothing keeps it away: it reads, it may pass, or it retrieves", async () => {
    const policies = observe({ type: "retriever", name: "policies" }, async () => "real");
    for (const call of [tool("get_order"), tool("convert", false), policies])
      expect(await outside(refusing, () => call())).to.equal("real");
    expect(await outside(interceptTools({ refund_order: pass }, { writes: "refuse" }), () => refund())).to.equal(
      "real",
    );
    expect(await outside(interceptTools({}), () => refund())).to.equal("real");
  });

  it("goes by the strictest of several conversations", async () => {
    const passing = interceptTools({ refund_order: pass });
    expect(await outside(passing, () => outside(refusing, () => refund()))).to.include("switched off");
    expect(await outside(refusing, () => outside(passing, () => refund()))).to.include("switched off");
  });

  it("is let through by no rule for another tool that its function serves, but may be kept away by one", async () => {
    const execute = async () => "real";
    const { refund_it } = interceptAISDKTools({ get_order: { execute }, refund_it: { execute } });
    for (const rules of [{ get_order: pass }, { get_order: mock(1) }])
      expect(await outside(interceptTools(rules, { writes: "refuse" }), () => refund_it.execute())).to.include("off");
    expect(await outside(interceptTools({ get_order: mock(1) }), () => refund_it.execute())).to.include(
      "it is also get_order, which is kept from being called",
    );
    expect(await outside(interceptTools({ get_order: mock(1), refund_it: pass }), () => refund_it.execute())).to.equal(
      "real",
    );
  });

  it("is refused where a world has it, as long as its stage stands", async () => {
    const stage = new Stage({ environment: shop() }).guard();
    expect(await messageOf(() => refund())).to.include("the environment has it");
    stage.close();
    expect(await refund()).to.equal("real");
  });

  it("is kept away no longer by a run that was dropped", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const agent = () => "Done.";
    const simulator = new ConversationSimulator({ agent, user: new ScriptedUser(["x"]), intercept: refusing });
    await (async () => {
      const goldens = ["a", "b", "c"].map((id) => ({ id, scenario: "x" }));
      const results = simulator.stream({ conversationalGoldens: goldens, showIndicator: false });
      await results.next();
      expect(await messageOf(() => refund())).to.include("switched off");
    })();
    let came: unknown;
    for (let round = 0; round < 200 && came !== "real"; round += 1) {
      collect();
      await new Promise(setImmediate);
      came = await refund().catch(() => undefined);
    }
    expect(came).to.equal("real");
  });
});
