import { expect } from "chai";
import { captureTrace, observe, readTrace } from "../../../src/tracing/index.js";

const send = { type: "tool", name: "send" } as const;
const callsOf = async (work: () => unknown) =>
  (await captureTrace(work)).trace.toolsCalled.map(({ inputParameters }) => inputParameters);
const to = { to: "x" };

describe("an observed tool within an observed tool of its name, with the same arguments", () => {
  it("is a call by itself where a tool calls itself, as to try again", async () => {
    let tries = 0;
    const retry: (given: object) => Promise<number> = observe(send, async (given: object) =>
      ++tries < 3 ? retry(given) : tries,
    );
    expect(await callsOf(() => retry(to))).to.deep.equal([to, to, to]);
  });

  it("is a call by itself where another function makes it", async () => {
    const inner = observe(send, (_given: object) => 1);
    const helper = observe((given: object) => inner(given));
    const outer = observe(send, (given: object) => helper(given) + inner(given));
    expect(await callsOf(() => outer(to))).to.deep.equal([to, to, to]);
  });

  it("is the same call where the one wraps the other", async () => {
    const inner = observe(send, (_given: object) => 1);
    const twice = observe(send, observe(send, inner));
    expect(await callsOf(() => twice(to))).to.deep.equal([to]);
    const through = observe(
      send,
      observe((given: object) => given),
    );
    expect(await callsOf(() => through(to))).to.deep.equal([to]);
  });

  it("is told apart in exported spans as well", () => {
    const span = (spanId: string, parentSpanId: string | null, more: object) => ({
      name: "send",
      traceId: "t",
      spanId,
      parentSpanId,
      startTimeUnixMs: 1,
      endTimeUnixMs: 2,
      attributes: {
        "rehearsal.span.kind": "tool",
        "gen_ai.tool.name": "send",
        "gen_ai.tool.call.arguments": '{"to":"x"}',
        "gen_ai.tool.call.result": "1",
        ...more,
      },
    });
    const countOf = (more: object) =>
      readTrace({ spans: [span("a", null, {}), span("b", "a", more)] }).toolsCalled.length;
    expect([countOf({}), countOf({ "rehearsal.apart": true })]).to.deep.equal([1, 2]);
  });
});
