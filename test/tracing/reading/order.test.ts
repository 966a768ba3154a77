import { expect } from "chai";
import fc from "fast-check";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, span, toolSpan } from "../support/spans.js";

const names = ["a", "b", "c", "d"];
const callsIn = (spans: readonly SpanInput[]) => readTrace({ spans }).toolsCalled.map(({ name }) => name);
const shuffled = (spans: readonly SpanInput[]) => fc.shuffledSubarray([...spans], { minLength: spans.length });
const under = { parentSpanId: "agent@0" };
const agent = span("agent", 0, { "gen_ai.operation.name": "invoke_agent" }, { endTimeUnixMs: 90 });
const asked = (at: number, ids: boolean): SpanInput => ({
  ...asking(
    at,
    names.map((name) => ({ ...(ids && { id: `id of ${name}` }), name, arguments: { for: name } })),
  ),
  ...under,
});
/** Those asked for last end first, and are exported first. */
const ran = (at: number, attributes: (name: string) => Record<string, unknown>): readonly SpanInput[] =>
  names.map((name, index) => toolSpan(name, at, attributes(name), { ...under, endTimeUnixMs: 80 - index })).reverse();
const id = (name: string) => ({ "gen_ai.tool.call.id": `id of ${name}` });
const args = (name: string) => ({ "gen_ai.tool.call.arguments": JSON.stringify({ for: name }) });

describe("calls that began in the same millisecond", () => {
  const cases: Readonly<Record<string, readonly SpanInput[]>> = {
    "by their ids": [agent, asked(1, true), ...ran(20, id)],
    "by what they were asked": [agent, asked(1, false), ...ran(20, args)],
    "by their names": [agent, asked(1, false), ...ran(20, () => ({}))],
    "in the same millisecond as the model": [agent, asked(20, true), ...ran(20, id)],
  };
  for (const [how, spans] of Object.entries(cases)) {
    it(`come in the order in which the model asked for them, however they are given, known ${how}`, () => {
      fc.assert(fc.property(shuffled(spans), (given) => void expect(callsIn(given)).to.deep.equal(names)));
    });
  }

  it("come in that order where nothing but what a later model was told shows that they ran", () => {
    const results = names.map((name) => ({ type: "tool_call_response", id: `id of ${name}`, response: "ok" }));
    const told = { "gen_ai.operation.name": "chat", "gen_ai.input.messages": parts("tool", ...results.toReversed()) };
    const spans = [agent, asked(1, true), span("chat", 40, told, under), ...ran(20, id).slice(0, 2)];
    fc.assert(fc.property(shuffled(spans), (given) => void expect(callsIn(given).toSorted()).to.deep.equal(names)));
  });

  it("stay as given where no model shows them; what one of them holds follows it", () => {
    expect(callsIn([agent, ...ran(20, id)])).to.deep.equal(names.toReversed());
    const inner = toolSpan("inner", 20, {}, { parentSpanId: "execute_tool outer@20", endTimeUnixMs: 21 });
    expect(callsIn([inner, toolSpan("outer", 20, {}, { endTimeUnixMs: 22 })])).to.deep.equal(["outer", "inner"]);
  });
});
