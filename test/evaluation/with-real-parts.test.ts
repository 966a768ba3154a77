import { AssertionError } from "node:assert";
import { expect } from "chai";
import { assertTest, evaluate } from "../../src/evaluation/index.js";
import { observe } from "../../src/tracing/index.js";
import { rejection } from "./fakes.js";

const search = observe({ type: "tool", name: "search_policy" }, async (query: string) => `30 days (${query})`);
const agent = observe({ type: "agent", name: "support" }, async (input: string) => `Within ${await search(input)}.`);

describe("with the real tracing and metrics", () => {
  const golden = { id: "returns", input: "shoes?", expectedTools: ["search_policy"], mustCommunicate: ["30 days"] };

  it("asserts an answer by what was traced", async () => {
    const { metrics, testCase } = await assertTest({ golden, run: ({ input }) => agent(input) });
    expect(metrics.map(({ verdict }) => verdict)).to.deep.equal(["passed", "passed"]);
    expect(testCase).to.have.property("toolsCalled").with.length(1);
  });

  it("fails with the call that was missing", async () => {
    const run = ({ input }: { input: string }) => agent(input);
    const error = await rejection(assertTest({ golden: { ...golden, expectedTools: ["refund"] }, run }));
    expect(error).to.be.instanceOf(AssertionError);
    expect(error.message)
      .to.match(/^refund .*\(expectedTools\)/)
      .and.include("search_policy");
  });

  it("does not take an agent that is not traced for one that calls nothing", async () => {
    const run = () => "30 days";
    const error = await rejection(assertTest({ golden: { ...golden, expectedTools: [] }, run }));
    expect(error).to.have.property("code", "not_measured");
  });

  it("evaluates conversations by what they state", async () => {
    const refund = { name: "refund_order", inputParameters: { amount: 59.9 } };
    const testCase = {
      turns: [
        { role: "user" as const, content: "Refund me." },
        { role: "assistant" as const, content: "I have refunded $59.90.", toolsCalled: [refund] },
      ],
      confirmBefore: ["refund_order"],
      mustCommunicate: ["$59.90"],
    };
    const { results, passed } = await evaluate([testCase], { record: false });
    expect(passed).to.equal(false);
    expect(results[0]?.metrics.map(({ field, verdict, turn }) => ({ field, verdict, turn }))).to.deep.equal([
      { field: "confirmBefore", verdict: "failed", turn: 2 },
      { field: "mustCommunicate", verdict: "passed", turn: undefined },
    ]);
  });
});
