import { expect } from "chai";
import type { Trace } from "../../../src/test-case/trace.js";
import { captureTrace, observe, readTrace } from "../../../src/tracing/index.js";

const again = (trace: Trace) => readTrace({ spans: JSON.parse(JSON.stringify(trace.spans)) as Trace["spans"] });
const callsOf = ({ toolsCalled }: Trace) =>
  toolsCalled.map(({ name, inputParameters, output, error, ended }) => ({
    name,
    inputParameters,
    output,
    error,
    ended,
  }));

describe("the spans of a trace that was written", () => {
  it("are read back with what they tell", async () => {
    const tool = observe({ type: "tool", name: "lookup" }, (given: { id: string }) => ({ found: given.id }));
    const fails = observe({ type: "tool", name: "refund" }, (_id: string) => {
      throw new Error("card refused");
    });
    const search = observe({ type: "retriever", name: "guide" }, () => ["a passage"]);
    let tries = 0;
    const retry: (given: object) => number = observe({ type: "tool", name: "retry" }, (given: object) =>
      ++tries < 2 ? retry(given) : tries,
    );
    const model = observe({ type: "llm", name: "m", model: "gpt" }, () => "12345678901234567890");
    const { trace } = await captureTrace(
      observe({ type: "agent", name: "desk" }, () => {
        tool({ id: "1.10" });
        try {
          fails("R-17");
        } catch {
          // Goes on.
        }
        retry({ a: 1 });
        search();
        void observe({ type: "tool", name: "slow" }, () => new Promise(() => undefined))();
        return model();
      }),
    );
    const read = again(trace);
    expect(callsOf(read)).to.deep.equal(callsOf(trace));
    expect(read.toolsCalled).to.have.lengthOf(5);
    expect(read.retrievalContext).to.deep.equal(trace.retrievalContext);
    expect(read.output).to.equal(trace.output);
    expect(read.spans).to.deep.equal(trace.spans);
    expect(again(read)).to.deep.equal(read);
  });

  it("name the tool of a span that has another name", () => {
    const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look" };
    const trace = readTrace({ spans: [{ name: "execute_tool look", startTimeUnixMs: 1, attributes }] });
    expect(trace.spans[0]?.tool).to.equal("look");
    expect(again(trace).toolsCalled.map(({ name }) => name)).to.deep.equal(["look"]);
  });
});
