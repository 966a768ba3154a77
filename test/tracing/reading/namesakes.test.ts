import { expect } from "chai";
import { captureTrace, observe, readTrace, spanTestCases } from "../../../src/tracing/index.js";
import { asking, span, toolSpan } from "../support/spans.js";

describe("calls that a model asked for", () => {
  it("and that did not run stand where they were asked for, beside those that did", () => {
    const request = asking(
      0,
      ["a", "b", "c", "d"].map((name) => ({ id: name, name, arguments: {} })),
    );
    const order = (...ran: readonly string[]) =>
      readTrace({
        spans: [request, ...ran.map((name, index) => toolSpan(name, 20 + index, { "gen_ai.tool.call.id": name }))],
      }).toolsCalled.map(({ name }) => name);
    expect(order("a")).to.deep.equal(["a", "b", "c", "d"]);
    expect(order("c")).to.deep.equal(["a", "b", "c", "d"]);
    expect(order("b", "d")).to.deep.equal(["a", "b", "c", "d"]);
    expect(order("c", "a")).to.deep.equal(["c", "a", "b", "d"]);
  });

  it("under a name that differs but in how it is written may be one with what ran, which is told", () => {
    const args = { "gen_ai.tool.call.arguments": '{"id":1}' };
    const request = asking(0, [{ id: "c1", name: "find_booking", arguments: { id: 1 } }]);
    const hint =
      /"find_booking", which a model asked for, and "findBooking", which ran, may be one tool: give observe the name "find_booking"/;
    const missing = (...given: Parameters<typeof toolSpan>) =>
      readTrace({ spans: [request, toolSpan(...given)] }).missing.join("\n");
    expect(missing("findBooking", 20, args)).to.match(hint);
    expect(missing("findBooking", 20, { "gen_ai.tool.call.arguments": '{"id":2}' })).to.not.include("may be one tool");
    expect(missing("find_order", 20, args)).to.not.include("may be one tool");
    expect(missing("find_booking", 20, args)).to.not.include("may be one tool");
  });
});

describe("a tool's span judged by itself", () => {
  it("has the output of the call, not the wrapping of a framework around it", async () => {
    const message = (content: string, status?: string) =>
      JSON.stringify({
        output: {
          lc: 1,
          type: "constructor",
          id: ["langchain_core", "messages", "ToolMessage"],
          kwargs: { content, tool_call_id: "c1", name: "find", ...(status !== undefined && { status }) },
        },
      });
    const outputs = (value: string) =>
      spanTestCases(
        readTrace({
          spans: [
            span("find", 0, { "openinference.span.kind": "TOOL", "input.value": '{"id":1}', "output.value": value }),
          ],
        }),
        { type: "tool" },
      ).map(({ testCase }) => testCase?.actualOutput);
    expect(outputs(message("On its way."))).to.deep.equal(["On its way."]);
    expect(outputs(message("no such order", "error"))).to.deep.equal(["no such order"]);
    const { trace } = await captureTrace(() => observe({ type: "tool", name: "t" }, (id: number) => ({ id }))(1));
    expect(spanTestCases(trace, { type: "tool" })[0]?.testCase?.actualOutput).to.equal('{"id":1}');
  });
});
