import { expect } from "chai";
import fc from "fast-check";
import { traceSchema } from "../../../src/test-case/trace.js";
import { conversationFromTraces, readTrace, spanTestCases, type ReadTraceInput } from "../../../src/tracing/index.js";
import { agentsItem, awkward, logRecord, mastraSpan, run, span } from "./garbage.js";

const list = <T>(item: fc.Arbitrary<T>) =>
  fc.array(fc.oneof({ weight: 9, arbitrary: item }, awkward), { maxLength: 5 });

export const spanLists = fc.record({
  spans: list(span),
  logRecords: list(logRecord),
  retrieverTools: fc.constant(["a"]),
});
export const recordLists = fc.record({ records: list(fc.oneof(agentsItem, run, mastraSpan)) });

/** What is read is a trace that JSON keeps as it is, of which test cases can be made. */
export function readsAsTrace(input: unknown): void {
  const trace = readTrace(input as ReadTraceInput);
  expect(JSON.parse(JSON.stringify(trace))).to.deep.equal(trace);
  expect(traceSchema().safeParse(trace).error?.issues).to.equal(undefined);
  conversationFromTraces([trace]);
  spanTestCases(trace, () => true);
}
