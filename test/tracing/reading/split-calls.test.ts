import { expect } from "chai";
import fc from "fast-check";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { splitCall } from "../../../src/tracing/reading/split-calls.js";
import { flat, openInference } from "../support/flat.js";

const split = (name: string, inputParameters: string, id?: string, offered: readonly string[] = []) =>
  splitCall({ name, inputParameters, id }, () => offered)?.map((call) => [call.id, call.name, call.inputParameters]);

describe("calls that were recorded as one", () => {
  it("are taken apart where the name is the same name several times", () => {
    expect(split("looklook", '{"n":1} {"s":"}{"}', "call_9call_10")).to.deep.equal([
      ["call_9", "look", { n: 1 }],
      ["call_10", "look", { s: "}{" }],
    ]);
    expect(split("looklook", "{}{}", "ab12")?.map(([id]) => id)).to.deep.equal(["ab", "12"]);
    expect(split("looklook", "{}{}", "abc")?.map(([id]) => id)).to.deep.equal([undefined, undefined]);
  });

  it("are taken apart where it is made of names of tools on offer, in one way", () => {
    expect(split("get_weatherget_time", "{}{}", undefined, ["get_time", "get_weather"])).to.deep.equal([
      [undefined, "get_weather", {}],
      [undefined, "get_time", {}],
    ]);
    expect(split("aab", "{}{}", undefined, ["a", "aa", "ab", "b"]), "a+ab or aa+b").to.equal(undefined);
  });

  it("stay one where anything does not fit", () => {
    expect(split("look", "{}{}")).to.equal(undefined);
    expect(split("looklook", "{}")).to.equal(undefined);
    expect(split("looklook", "{}x{}")).to.equal(undefined);
    expect(split("looklook", '{}{"n":')).to.equal(undefined);
    expect(split("looklook", "[][]")).to.equal(undefined);
    expect(splitCall({ name: "looklook", inputParameters: { n: 1 } }, () => [])).to.equal(undefined);
  });

  it("are no call of another tool where they can't be taken apart, and are told of", () => {
    const read = (...spans: SpanInput[]) => readTrace({ spans });
    const call = { id: "call_1call_2", function: { name: "looktime", arguments: '{"id":1}{"at":2}' } };
    const asking = openInference("LLM", 0, {
      ...flat({ "llm.output_messages": [{ message: { role: "assistant", tool_calls: [{ tool_call: call }] } }] }),
      "llm.finish_reason": "tool_calls",
    });
    const alone = read(asking);
    expect([alone.toolsCalled, knowsTools(alone)]).to.deep.equal([[], false]);
    expect(alone.missing.join()).to.include("asked for together as one, which can't be taken apart");
    const ran = [
      openInference("TOOL", 20, { "tool.name": "look", "tool.parameters": '{"id":1}', "output.value": "a" }),
      openInference("TOOL", 30, { "tool.name": "time", "tool.parameters": '{"at":2}', "output.value": "b" }),
    ];
    expect(
      read(asking, ...ran).toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output]),
    ).to.deep.equal([
      ["look", { id: 1 }, "a"],
      ["time", { at: 2 }, "b"],
    ]);
  });

  it("are what they were before they were glued", () => {
    const calls = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(calls, (given) => {
        const text = given.map((each) => JSON.stringify(each)).join("");
        const parsed = given.map((each) => JSON.parse(JSON.stringify(each)) as object);
        const names = "look".repeat(given.length);
        expect(split(names, text)?.map(([, , args]) => args)).to.deep.equal(parsed);
      }),
    );
  });
});
