import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, span, toolSpan } from "../support/spans.js";

const under = (parent: string, ...spans: readonly SpanInput[]) =>
  spans.map((each) => ({ ...each, parentSpanId: parent }));

/** Each shape makes what its number says of exchanges, all in one trace. */
const shapes: Readonly<Record<string, (at: number) => readonly SpanInput[]>> = {
  "calls with ids": (at) => [
    asking(at, [{ id: `c${String(at)}`, name: "look", arguments: { at } }]),
    toolSpan("look", at + 11, { "gen_ai.tool.call.id": `c${String(at)}`, "gen_ai.tool.call.result": "1" }),
  ],
  "calls without ids, all alike": (at) => [asking(at, [{ name: "look", arguments: {} }]), toolSpan("look", at + 11)],
  "calls of two instrumentations": (at) => [
    { ...asking(at, [{ name: "look", arguments: {} }]), scope: { name: "a" } },
    { ...asking(at, [{ name: "look", arguments: {} }]), spanId: `b@${String(at)}`, scope: { name: "b" } },
  ],
  "calls without ids, to whose arguments the tool added": (at) => [
    asking(at, [{ name: "look", arguments: { at } }]),
    toolSpan("look", 1e6 - at, { "gen_ai.tool.call.arguments": JSON.stringify({ at, unit: "C" }) }),
  ],
  "calls of which nothing is known any more": (at) => [asking(at, [{ name: "look", arguments: { at } }])],
  "spoken exchanges, not all of them answered": (at) => [
    span("user_turn", at, { "lk.user_transcript": "hi" }, { scope: { name: "livekit-agents" } }),
    ...(at % 3 === 0
      ? [span("agent_turn", at + 11, { "lk.response.text": "a" }, { scope: { name: "livekit-agents" } })]
      : []),
    span("user_speaking", at + 12, { "lk.is_interruption": true }, { scope: { name: "livekit-agents" } }),
  ],
  "retrievers and rerankers": (at) => [
    span("r", at, { "openinference.span.kind": "RETRIEVER", "retrieval.documents": '[{"document.content":"a"}]' }),
    span("k", at + 11, { "openinference.span.kind": "RERANKER", "output.value": '[{"content":"a"}]' }),
  ],
  "agents that hand over": (at) => [
    span("a", at, { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": `a${String(at % 2)}` }),
    toolSpan("transfer_to_agent", at + 11, { "gen_ai.tool.call.arguments": '{"agent_name":"b"}' }),
  ],
  "calls that were declared by hand": (at) => [
    span("a", at, { "confident.span.type": "agent", "confident.span.tools_called": '[{"name":"look"}]' }),
    toolSpan("look", at + 5),
  ],
};

const SIZE = 4000;

function cpuMs(spans: readonly SpanInput[]): number {
  const before = process.cpuUsage();
  readTrace({ spans });
  return process.cpuUsage(before).user / 1000;
}

/** The least that each took, by turns, so that what else the machine does falls on both; no longer than is needed. */
function leastMs(half: readonly SpanInput[], whole: readonly SpanInput[], enough: (...ms: Pair) => boolean): Pair {
  let least: Pair = [Infinity, Infinity];
  for (let round = 0; round < 12 && !(round >= 2 && enough(...least)); round += 1) {
    least = [Math.min(least[0], cpuMs(half)), Math.min(least[1], cpuMs(whole))];
  }
  return least;
}

type Pair = [half: number, whole: number];

// Twice the spans; the rest is the collector's.
const proportional = (half: number, whole: number) => whole < 2.6 * half + 20;

describe("the time that readTrace takes", () => {
  for (const [name, make] of Object.entries(shapes)) {
    it(`grows no faster than the spans: ${name}`, () => {
      const root = span("root", 0, {}, { endTimeUnixMs: 1e9 });
      const many = (count: number) => [
        root,
        ...under("root@0", ...Array.from({ length: count }, (_, index) => make(index * 31)).flat()),
      ];
      cpuMs(many(500));
      const [half, whole] = leastMs(many(SIZE), many(SIZE * 2), proportional);
      expect(proportional(half, whole), `${String(whole)} ms, and ${String(half)} ms for half of them`).to.equal(true);
    }).timeout(60_000);
  }
});
