import { expect } from "chai";
import { matchToolCalls, type ToolMatchOptions } from "../../../src/metrics/index.js";
import type { ToolCall, ToolCallInput } from "../../../src/test-case/tool-call.js";

const call = (name: string, inputParameters?: ToolCall["inputParameters"]): ToolCall => ({
  name,
  ...(inputParameters === undefined ? {} : { inputParameters }),
});
const verdict = (actual: readonly ToolCallInput[], expected: readonly ToolCallInput[], options?: ToolMatchOptions) =>
  matchToolCalls(actual, expected, options).verdict;

describe("matchToolCalls: arguments", () => {
  it("are exact where they are given, and not looked at where not", () => {
    expect(verdict([call("a", { x: 1 })], ["a"])).to.equal("passed");
    expect(verdict([call("a", { x: 1 })], [call("a", {})])).to.equal("failed");
    expect(verdict([call("a", { x: 1, y: 2 })], [call("a", { y: 2, x: 1 })])).to.equal("passed");
    expect(verdict([call("a", { x: true })], [call("a", { x: 1 })])).to.equal("failed");
    expect(verdict([call("a", { x: -0 })], [call("a", { x: 0 })])).to.equal("passed");
    expect(verdict([call("a", { x: "1" })], [call("a", { x: 1 })])).to.equal("failed");
    expect(verdict([call("a", { x: [1, 2] })], [call("a", { x: [2, 1] })])).to.equal("failed");
    expect(verdict([call("a", JSON.parse('{"__proto__":1}') as { x: number })], [call("a", {})])).to.equal("failed");
  });

  it("may come as the text of an object, as nothing or as null", () => {
    expect(verdict([call("a", '{"x": 1}')], [call("a", { x: 1 })])).to.equal("passed");
    for (const nothing of ["", " ", "null", "{}"])
      expect(verdict([call("a", nothing)], [call("a", {})])).to.equal("passed");
    expect(verdict([{ name: "a", inputParameters: null } as never], [call("a", {})])).to.equal("passed");
  });

  it("that can't be read match nothing and are told, save the same text", () => {
    for (const broken of ['{"x": 1', "[1]", "5"]) {
      const result = matchToolCalls([call("a", broken)], ["a"]);
      expect(result.verdict).to.equal("failed");
      expect(result.reason).to.include("its arguments can't be read, so it matches nothing");
      expect(verdict([call("a", broken)], [call("a", broken)])).to.equal("passed");
    }
    expect(verdict([call("a", "{x")], ["a"], { mode: "forbid" })).to.equal("failed");
  });

  it("that were not recorded are neither right nor wrong", () => {
    const unknown = matchToolCalls(["a"], [call("a", { x: 1 })]);
    expect(unknown).to.include({ verdict: "errored", score: null, call: 1 });
    expect(unknown.reason).to.equal(
      "whether a (call 1) is the expected call can't be told: its arguments were not recorded",
    );
    // They don't decide: the name is wrong, another call matches, or two calls are missing.
    expect(verdict(["b"], [call("a", { x: 1 })])).to.equal("failed");
    expect(verdict(["a", call("a", { x: 1 })], [call("a", { x: 1 })])).to.equal("passed");
    expect(verdict(["a"], [call("a", { x: 1 }), call("a", { x: 2 })])).to.equal("failed");
    expect(verdict(["a"], [call("a", { x: 1 })], { mode: "forbid" })).to.equal("errored");
    expect(verdict(["a"], [call("a", { x: 1 })], { args: "ignore" })).to.equal("passed");
  });

  it("are compared by a function that gets the actual ones first", () => {
    const seen: unknown[] = [];
    const args = (actual: unknown, expected: unknown, tool: string) => seen.push([actual, expected, tool]) > 0;
    expect(verdict([call("a", { x: 1 })], [call("a", { x: 2 })], { args })).to.equal("passed");
    expect(seen).to.deep.equal([[{ x: 1 }, { x: 2 }, "a"]]);
  });

  it("leave it open where the function or a matcher throws", () => {
    const args = () => {
      throw new Error("no database");
    };
    const result = matchToolCalls([call("a", { x: 1 })], [call("a", { x: 2 })], { args });
    expect(result.verdict).to.equal("errored");
    expect(result.reason).to.include("no database");
    const promise = (() => Promise.resolve(true)) as unknown as () => boolean;
    expect(matchToolCalls([call("a", {})], [call("a", {})], { args: promise }).reason).to.include("returned a promise");
  });

  it("count in part for the score, with the best pairing and not the first", () => {
    const actual = [call("a", { x: 1, y: 2 }), call("a", { x: 1, y: 3 })];
    const { score, pairs, nearMisses } = matchToolCalls(actual, [call("a", { x: 1, y: 1 }), call("a", { x: 1, y: 2 })]);
    expect(score).to.equal(0.75);
    expect(pairs.map(({ expectedIndex, actualIndex }) => [expectedIndex, actualIndex])).to.deep.equal([[1, 0]]);
    expect(nearMisses.map(({ expectedIndex, actualIndex }) => [expectedIndex, actualIndex])).to.deep.equal([[0, 1]]);
  });
});
