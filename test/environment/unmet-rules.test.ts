import { expect } from "chai";
import { interceptTools, mock } from "../../src/environment/index.js";
import type { Agent } from "../../src/simulator/agent.js";
import { observe } from "../../src/tracing/index.js";
import { args, done, held, mocked, observed, refund } from "./support/refund.js";

describe("a rule whose name nothing has", () => {
  it("is told at once beside a call of nearly that name, whether that was carried out or refused", async () => {
    const agent: Agent = async () => {
      await refund(args).catch(() => undefined);
      return "Done.";
    };
    for (const name of ["refundOrder", "refund_orders", "refund-order"])
      expect((await held(agent, { intercept: interceptTools({ [name]: mock(done) }) })).error).to.match(
        new RegExp(
          `refund_order was really called \\(turn 2: .*but for ${name}, which was not called\\. Is that a slip`,
        ),
      );
    const refused = await held(agent, { intercept: interceptTools({ refundOrder: mock(done) }, { writes: "refuse" }) });
    expect(refused.error).to.include("refund_order was refused (turn 2");
  });

  it("is none where the rule is met within the call, and where two tools have such names", async () => {
    const twice: Agent = async () => {
      await observe({ type: "tool", name: "refundOrder" }, () => refund(args))();
      return "Done.";
    };
    expect((await held(twice, { intercept: mocked })).error).to.equal(undefined);
    const two: Agent = async () => {
      await observed("add_items")(args);
      await observed("add_item")(args);
      return "Done.";
    };
    expect((await held(two, { intercept: interceptTools({ add_items: mock(done) }) })).error).to.equal(undefined);
  });
});
