import fc from "fast-check";
import { readTrace } from "../../../src/tracing/index.js";
import { expect } from "chai";
import { readsAsTrace, recordLists, spanLists } from "../support/garbage-traces.js";

describe("readTrace on garbage in known conventions", () => {
  it("makes a trace that JSON keeps as it is of any spans and log records", () => {
    fc.assert(fc.property(spanLists, readsAsTrace), { numRuns: 250, seed: 20261130 });
  });

  it("and of any records of OpenAI Agents, LangSmith and Mastra", () => {
    fc.assert(fc.property(recordLists, readsAsTrace), { numRuns: 250, seed: 20261130 });
  });

  it("knows no count below zero, be it that of JSON's own", () => {
    const attributes = { "gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": "-0" };
    expect(Object.is(readTrace({ spans: [{ name: "chat", attributes }] }).usage.inputTokens, 0)).to.equal(true);
  });
});
