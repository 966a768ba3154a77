import { expect } from "chai";
import { captureTrace, observe, recordItem, tracingStatus } from "../../../src/tracing/index.js";

/** A trace item of OpenAI Agents, as a tracing processor is given it. */
const item = (id: string, data: object, parentId: string | null = null) => ({
  type: "trace.span",
  traceId: "trace_1",
  spanId: id,
  parentId,
  startedAt: new Date().toISOString(),
  endedAt: new Date().toISOString(),
  error: null,
  spanData: data,
});
const called = (input: object) =>
  item("span_2", { type: "function", name: "look", input: JSON.stringify(input), output: "ok" }, "span_1");

describe("recordItem", () => {
  it("puts an item on the run that it was handed out in, under the call around it", async () => {
    const agent = observe({ type: "agent", name: "outer" }, async (id: string) => {
      await new Promise(setImmediate);
      recordItem(called({ id }));
      recordItem(item("span_1", { type: "agent", name: "inner" }));
      return "done";
    });
    const traces = await Promise.all(["a", "b"].map((id) => captureTrace(() => agent(id))));
    for (const [index, { trace }] of traces.entries()) {
      expect(trace.toolsCalled.map(({ inputParameters }) => inputParameters)).to.deep.equal([
        { id: ["a", "b"][index] },
      ]);
      const [outer, tool, inner] = ["outer", "look", "inner"].map((name) =>
        trace.spans.find((span) => span.name === name),
      );
      expect(inner?.parentSpanId).to.equal(outer?.spanId);
      expect(tool?.parentSpanId).to.equal(inner?.spanId);
    }
  });

  it("keeps what the item was then, whatever becomes of it", async () => {
    const { trace } = await captureTrace(() => {
      const mine = called({ id: "a" });
      recordItem(mine);
      mine.spanData = { type: "custom" };
    });
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["look"]);
  });

  it("does nothing outside of runs, and counts what it does not know as a fault", async () => {
    recordItem(called({ id: "a" }));
    const before = tracingStatus().faults;
    const { trace } = await captureTrace(() => recordItem({ what: "ever" }));
    expect(trace.spans).to.be.empty;
    expect(tracingStatus().faults).to.equal(before + 1);
    expect(tracingStatus().notes.join()).to.include("recording an item: it is of no known kind");
  });
});
