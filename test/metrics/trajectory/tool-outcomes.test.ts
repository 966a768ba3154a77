import { expect } from "chai";
import { ToolCorrectnessMetric, type ToolCorrectnessOptions } from "../../../src/metrics/index.js";
import { LLMTestCase, type LLMTestCaseInput } from "../../../src/test-case/index.js";

const single = (testCase: Partial<LLMTestCaseInput>, options?: ToolCorrectnessOptions) =>
  new ToolCorrectnessMetric(options).measure(new LLMTestCase({ input: "q", actualOutput: "a", ...testCase }));

describe("ToolCorrectnessMetric: what a call came to", () => {
  const call = { name: "transfer", inputParameters: { amount: 50 } };
  const failed = { ...call, error: "insufficient funds" };
  const other = { ...failed, inputParameters: { amount: 60 } };

  for (const mode of ["superset", "inOrder", "exact", "sameMultiset"] as const) {
    it(`${mode}: one that failed is not the expected one, one that was repeated and succeeded is`, async () => {
      const result = await single({ expectedTools: [call], toolsCalled: [failed] }, { mode });
      expect(result).to.include({ verdict: "failed", score: 0 });
      expect(result.reason).to.equal('transfer {"amount":50} was called and failed (call 1): insufficient funds');
      expect(await single({ expectedTools: ["transfer"], toolsCalled: [failed] }, { mode })).to.include({ score: 0 });
      expect(await single({ expectedTools: [call], toolsCalled: [failed, call] }, { mode })).to.include({ score: 1 });
      expect(await single({ expectedTools: [call, call], toolsCalled: [failed, call] }, { mode })).to.include({
        verdict: "failed",
      });
    });

    it(`${mode}: an expected error wants one that failed so`, async () => {
      const expecting = (error: string) => ({ expectedTools: [{ ...call, error }] });
      const verdictOf = async (error: string, toolsCalled: readonly object[]) =>
        (await single({ ...expecting(error), toolsCalled: toolsCalled as (typeof failed)[] }, { mode })).verdict;
      expect(await verdictOf("insufficient", [failed])).to.equal("passed");
      expect(await verdictOf("", [failed])).to.equal("passed");
      expect(await verdictOf("closed", [failed])).to.equal("failed");
      expect(await verdictOf("insufficient", [call])).to.equal("failed");
      expect(await verdictOf("insufficient", [other])).to.equal("failed");
      const result = await single({ ...expecting("closed"), toolsCalled: [failed] }, { mode });
      expect(result.reason).to.include('error: expected "closed", got that it failed: insufficient funds');
    });
  }

  it("a call that failed was still made, where none or no other may be", async () => {
    expect(await single({ expectedTools: [], toolsCalled: [failed] })).to.include({ verdict: "failed" });
    expect(await single({ expectedTools: [call], toolsCalled: [call, other] }, { mode: "exact" })).to.include({
      verdict: "failed",
    });
    expect(await single({ expectedTools: [call], toolsCalled: [failed] }, { mode: "subset" })).to.include({
      verdict: "passed",
    });
    expect(await single({ expectedTools: [call], toolsCalled: [failed] }, { mode: "forbid" })).to.include({
      verdict: "failed",
    });
  });

  it("counts as made where include says so", async () => {
    expect(await single({ expectedTools: [call], toolsCalled: [failed] }, { include: "made" })).to.include({
      verdict: "passed",
    });
  });

  it("an output that is stated is compared as arguments are, and unknown where none was recorded", async () => {
    const made = { ...call, output: { ref: "TR-1", at: "10:00" } };
    const of = (output: object | string, toolsCalled: readonly (typeof made | typeof call)[], options = {}) =>
      single({ expectedTools: [{ ...call, output: output as { ref: string } }], toolsCalled }, options);
    expect(await of(made.output, [made])).to.include({ verdict: "passed" });
    expect(await of({ ref: { $regex: "^TR-" }, at: { $any: true } }, [made])).to.include({ verdict: "passed" });
    expect(await of({ ref: "TR-1" }, [made], { args: "contains" })).to.include({ verdict: "passed" });
    const wrong = await of({ ...made.output, ref: "TR-9" }, [made]);
    expect(wrong).to.include({ verdict: "failed" });
    expect(wrong.reason).to.include('output.ref: expected "TR-9", got "TR-1"');
    expect(await of("ok", [made])).to.include({ verdict: "failed" });
    const unknown = await of(made.output, [call]);
    expect(unknown).to.include({ verdict: "errored" });
    expect(unknown.reason).to.include("its output was not recorded");
    expect(await of(made.output, [{ ...call, error: "down" } as typeof call])).to.include({ verdict: "failed" });
    expect(await of({ ref: { $regexp: "T" } }, [made])).to.include({ verdict: "errored" });
  });

  it("one that is not to run is refused", async () => {
    const result = await single({ expectedTools: [{ ...call, executed: false }], toolsCalled: [call] });
    expect(result).to.include({ verdict: "errored" });
    expect(result.reason).to.include("a call that is expected has to run: leave `executed` out");
  });

  it("a call that the test kept from running can't be judged, and one that is to be refused is one that fails", async () => {
    const off = { ...call, executed: false, error: "transfer is switched off and did nothing" };
    const result = await single({ expectedTools: [call], toolsCalled: [off] });
    expect(result).to.include({ verdict: "errored" });
    expect(result.reason).to.include("transfer was called as expected (call 1), and the test kept it from running");
    const amiss = { ...off, inputParameters: { amount: 60 } };
    for (const toolsCalled of [[amiss], [], [{ ...off, error: "no" }]])
      expect(await single({ expectedTools: [call], toolsCalled })).to.include({ verdict: "failed" });
    expect(await single({ expectedTools: [call, "other"], toolsCalled: [off] })).to.include({ verdict: "failed" });
    expect(await single({ expectedTools: [call], toolsCalled: [off, "b"] }, { mode: "exact" })).to.include({
      verdict: "failed",
    });
    expect(await single({ expectedTools: [{ ...call, error: "switched off" }], toolsCalled: [off] })).to.include({
      verdict: "passed",
    });
  });
});
