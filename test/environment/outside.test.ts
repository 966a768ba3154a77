import { expect } from "chai";
import { interceptTools, mock, pass, runIntercepted, Stage } from "../../src/environment/index.js";
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
          /^refund_order is switched off and did nothing: it was called outside of every conversation while one/,
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

  it("is refused where a world has it, as long as its stage stands", async () => {
    const stage = new Stage({ environment: shop() }).guard();
    expect(await messageOf(() => refund())).to.include("the environment has it");
    stage.close();
    expect(await refund()).to.equal("real");
  });
});
