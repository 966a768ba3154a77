import { expect } from "chai";
import fc from "fast-check";
import { traceSchema, type Trace } from "../../../src/test-case/trace.js";
import { readTrace, type ReadTraceInput } from "../../../src/tracing/index.js";
import { agentsItem, awkward, logRecord, mastraSpan, run, span } from "../support/garbage.js";

function expectTrace(trace: Trace): void {
  expect(JSON.parse(JSON.stringify(trace))).to.deep.equal(trace);
  expect(traceSchema().safeParse(trace).error?.issues).to.equal(undefined);
}

const list = <T>(item: fc.Arbitrary<T>) =>
  fc.array(fc.oneof({ weight: 9, arbitrary: item }, awkward), { maxLength: 5 });

describe("readTrace on garbage in known conventions", () => {
  it("makes a trace that JSON keeps as it is of any spans and log records", () => {
    fc.assert(
      fc.property(list(span), list(logRecord), (spans, logRecords) => {
        expectTrace(readTrace({ spans, logRecords, retrieverTools: ["a"] } as ReadTraceInput));
      }),
      { numRuns: 250, seed: 20261130 },
    );
  });

  it("and of any records of OpenAI Agents, LangSmith and Mastra", () => {
    fc.assert(
      fc.property(list(fc.oneof(agentsItem, run, mastraSpan)), (records) => {
        expectTrace(readTrace({ records } as ReadTraceInput));
      }),
      { numRuns: 250, seed: 20261130 },
    );
  });
});
