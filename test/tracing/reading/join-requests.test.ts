import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, text, toolSpan } from "../support/spans.js";

const args = (value: unknown): Record<string, unknown> => ({ "gen_ai.tool.call.arguments": JSON.stringify(value) });
const joined = (...spans: readonly SpanInput[]) =>
  readTrace({ spans }).toolsCalled.map(({ id, inputParameters, startTimeMs }) => [id, inputParameters, startTimeMs]);

describe("joining requests with what ran", () => {
  it("gives the run of a later request to that, though an earlier one for the tool was refused", () => {
    expect(
      joined(
        asking(0, [{ id: "a", name: "look", arguments: { n: 1 } }]),
        asking(20, [{ id: "b", name: "look", arguments: { n: 2 } }]),
        toolSpan("look", 40, args({ n: 2 })),
      ),
    ).to.deep.equal([
      ["a", { n: 1 }, undefined],
      ["b", { n: 2 }, 40],
    ]);
  });

  it("lets a tool add defaults, or record its arguments otherwise", () => {
    const request = asking(0, [{ id: "a", name: "look", arguments: { n: 1 } }]);
    expect(joined(request, toolSpan("look", 20, args({ n: "1", unit: "c" })))).to.deep.equal([["a", { n: 1 }, 20]]);
    expect(joined(request, toolSpan("look", 20, args("{'n': 1}")))).to.deep.equal([["a", { n: 1 }, 20]]);
    expect(joined(request, toolSpan("look", 20))).to.deep.equal([["a", { n: 1 }, 20]]);
  });

  it("takes the run with what the fewest have in common with the request, where tools add arguments", () => {
    expect(
      joined(
        asking(0, [{ id: "a", name: "look", arguments: { city: "Paris", n: 1 } }]),
        toolSpan("look", 20, args({ city: "Paris", unit: "c" })),
        toolSpan("look", 30, args({ city: "Paris", n: 1, unit: "f" })),
      ),
    ).to.deep.equal([
      [undefined, { city: "Paris", unit: "c" }, 20],
      ["a", { city: "Paris", n: 1 }, 30],
    ]);
  });

  it("gives results without ids to calls that are as many, and to no others", () => {
    const returned = (...results: readonly string[]) => ({
      "gen_ai.input.messages": parts("tool", ...results.map((response) => ({ type: "tool_call_response", response }))),
    });
    const outputs = (...results: readonly string[]) =>
      readTrace({
        spans: [asking(0, [{ name: "look", arguments: {} }]), asking(20, [], returned(...results))],
      }).toolsCalled.map(({ output }) => output);
    expect(outputs("one")).to.deep.equal(["one"]);
    expect(outputs("one", "two")).to.deep.equal([undefined]);
  });

  it("gives a tool no result without an id that an agent within it was told", () => {
    const told = (name: string, response: string) => ({
      "gen_ai.input.messages": JSON.stringify([
        { role: "assistant", parts: [{ type: "tool_call", name, arguments: {} }] },
        { role: "tool", parts: [{ type: "tool_call_response", response }] },
      ]),
    });
    const spans = [
      asking(0, [{ name: "ask_expert", arguments: {} }]),
      asking(20, [{ name: "look", arguments: {} }]),
      asking(40, [], told("look", "page 7")),
      asking(60, [], told("ask_expert", "tides")),
    ];
    expect(readTrace({ spans }).toolsCalled.map(({ name, output }) => [name, output])).to.deep.equal([
      ["ask_expert", "tides"],
      ["look", "page 7"],
    ]);
  });

  it("keeps a run whose id is another's, and takes it for a request that has none", () => {
    const run = toolSpan("look", 20, { ...args({ n: 1 }), "gen_ai.tool.call.id": "b" });
    expect(joined(asking(0, [{ id: "a", name: "look", arguments: { n: 1 } }]), run)).to.have.lengthOf(2);
    expect(joined(asking(0, [{ name: "look", arguments: { n: 1 } }]), run)).to.deep.equal([["b", { n: 1 }, 20]]);
  });

  it("takes no run that began before the request", () => {
    expect(
      joined(toolSpan("look", 0, args({ n: 1 })), asking(20, [{ id: "a", name: "look", arguments: { n: 1 } }])),
    ).to.have.lengthOf(2);
  });

  it("finds what returned in the next model call, not in one at the same time", () => {
    const returned = (id: string, response: unknown) => parts("tool", { type: "tool_call_response", id, response });
    const told = (response: string) => ({ "gen_ai.input.messages": returned("a", response) });
    const { toolsCalled } = readTrace({
      spans: [
        asking(0, [{ id: "a", name: "look", arguments: {} }]),
        asking(5, [], told("of an earlier turn")),
        asking(20, [], { ...told("right"), "gen_ai.output.messages": parts("assistant", text("Done.")) }),
      ],
    });
    expect(toolsCalled.map(({ output }) => output)).to.deep.equal(["right"]);
  });
});
