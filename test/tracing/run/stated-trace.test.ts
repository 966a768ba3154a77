import { expect } from "chai";
import { readTrace, turnFromTrace } from "../../../src/tracing/index.js";
import { withStated } from "../../../src/tracing/run/stated-trace.js";
import { span } from "../support/spans.js";

const agentTurn = (at: number, asked: string, said: string) =>
  span(
    "agent_turn",
    at,
    { "lk.user_input": asked, "lk.response.text": said },
    { endTimeUnixMs: at + 50, scope: { name: "livekit-agents" } },
  );
const talk = () =>
  readTrace({ spans: [agentTurn(0, "one?", "1"), agentTurn(100, "two?", "2"), agentTurn(200, "three?", "3")] });

describe("what is stated of a trace of several exchanges", () => {
  it("has its question in the first and its answer in the last, and leaves the others as they were", () => {
    const { turns, output } = withStated(talk(), { input: "first", output: "last" });
    expect(turns.map((turn) => [turn.input, turn.output])).to.deep.equal([
      ["first", "1"],
      ["two?", "2"],
      ["three?", "last"],
    ]);
    expect(output).to.equal("last");
  });

  it("has its calls and passages in the last turn alone, since nobody knows in which they came", () => {
    const trace = withStated(talk(), { toolsCalled: [{ name: "look" }], retrievalContext: ["a passage"] });
    const turns = [1, 2, 3].map((number) => turnFromTrace(trace, number));
    expect(turns.map(({ toolsCalled }) => toolsCalled?.map(({ name }) => name))).to.deep.equal([
      undefined,
      undefined,
      ["look"],
    ]);
    expect(turns.map(({ retrievalContext }) => retrievalContext)).to.deep.equal([undefined, undefined, ["a passage"]]);
  });
});
