import { expect } from "chai";
import { matchToolCalls } from "../../../src/metrics/index.js";
import { ToolCorrectnessMetric } from "../../../src/metrics/trajectory/tool-correctness-metric.js";
import type { ToolCall } from "../../../src/test-case/tool-call.js";

const open: ToolCall = { name: "refund", inputParameters: { id: 1 }, ended: false };
const done: ToolCall = { name: "refund", inputParameters: { id: 1 }, output: "ok" };
const judge = (toolsCalled: readonly ToolCall[], more: object = {}) =>
  new ToolCorrectnessMetric().measure({ input: "q", toolsCalled, expectedTools: ["refund"], ...more } as never);

describe("a call that had not ended when the agent replied", () => {
  it("is not known to be the one that was expected, nor to have failed", async () => {
    for (const mode of ["superset", "inOrder", "exact", "sameMultiset"] as const) {
      for (const expectedTools of [["refund"], [{ name: "refund", inputParameters: { id: 1 } }]]) {
        const { verdict, reason } = await judge([open], { expectedTools, toolMatch: { mode } });
        expect([mode, verdict]).to.deep.equal([mode, "errored"]);
        expect(reason).to.contain("it had not ended when the agent replied");
      }
    }
  });

  it("matters not where another call is the one that was expected, or it is none anyway", async () => {
    expect((await judge([open, done])).verdict).to.equal("passed");
    const other = { expectedTools: [{ name: "refund", inputParameters: { id: 2 } }] };
    expect((await judge([open], other)).verdict).to.equal("failed");
  });

  it("was made: that is all that counts where calls are ruled out, or its end is not asked for", async () => {
    expect((await judge([open], { toolMatch: { mode: "subset" } })).verdict).to.equal("passed");
    expect((await judge([open], { expectedTools: [] })).verdict).to.equal("failed");
    expect(matchToolCalls([open], ["refund"], { mode: "forbid" }).verdict).to.equal("failed");
    expect(matchToolCalls([open], ["refund"]).verdict).to.equal("passed");
  });

  it("can't be told where its outcome is stated, or only calls that succeeded count", () => {
    expect(matchToolCalls([open], [{ name: "refund", output: "ok" }]).verdict).to.equal("errored");
    expect(matchToolCalls([open], [{ name: "refund", error: "no" }]).verdict).to.equal("errored");
    expect(matchToolCalls([open], ["refund"], { include: "succeeded" }).verdict).to.equal("errored");
  });

  it("is none that was stated by hand, or of which the result is known", async () => {
    expect((await judge([{ name: "refund" }])).verdict).to.equal("passed");
    expect((await judge([{ ...open, output: "ok" }])).verdict).to.equal("passed");
    expect((await judge([{ ...open, error: "no" }])).verdict).to.equal("failed");
  });
});
