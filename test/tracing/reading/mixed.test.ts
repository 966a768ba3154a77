import { expect } from "chai";
import { conversationFromTraces, readTrace, readTraces, type SpanInput } from "../../../src/tracing/index.js";
import { parts, span, text } from "../support/spans.js";
import { dumps, inputOf } from "../support/spans.js";

const nothingInCommon = /have nothing in common were read as one exchange: give readTrace those of one, or readTraces/;
const ofOneConversation = /^spans of 2 exchanges of one conversation were read as one.*conversationFromTraces/m;
const agent = (traceId: string, at: number, question: string, more: Record<string, unknown> = {}): SpanInput =>
  span(
    "invoke_agent",
    at,
    {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.input.messages": parts("user", text(question)),
      "gen_ai.output.messages": parts("assistant", text(`On ${question}`)),
      ...more,
    },
    { traceId },
  );
const inConversation = (id: string) => ({ "gen_ai.conversation.id": id });
const missing = (...spans: readonly SpanInput[]) => readTrace({ spans }).missing.join("\n");

describe("spans of several exchanges given to readTrace", () => {
  it("are told of where they name several conversations", () => {
    const [a, b] = [agent("t1", 0, "shoes", inConversation("a")), agent("t2", 20, "hats", inConversation("b"))];
    expect(missing(a, b))
      .to.match(/^spans of 2 conversations/m)
      .and.match(nothingInCommon);
    expect(missing(a, { ...b, traceId: "t1" })).to.match(nothingInCommon);
  });

  it("are told of where agents were asked one after another in traces that share nothing", () => {
    expect(missing(agent("t1", 0, "shoes"), agent("t2", 20, "hats"))).to.match(/^spans of 2 traces/m);
  });

  it("are one exchange where a conversation, a question, a moment or a span around them is shared", () => {
    const same = inConversation("a");
    expect(missing(agent("t1", 0, "shoes", same), agent("t2", 20, "hats", same))).to.not.match(nothingInCommon);
    expect(missing(agent("t1", 0, "shoes"), agent("t2", 20, "shoes"))).to.not.match(nothingInCommon);
    expect(missing(agent("t1", 0, "shoes"), agent("t2", 5, "hats"))).to.not.match(nothingInCommon);
    const inner = { ...agent("t1", 5, "hats", inConversation("b")), parentSpanId: "invoke_agent@0" };
    expect(missing(agent("t1", 0, "shoes", same), inner)).to.not.match(nothingInCommon);
  });

  it("are told of where they are exchanges of one conversation, after each other and on something else each", () => {
    const same = inConversation("a");
    expect(missing(agent("t1", 0, "shoes", same), agent("t2", 20, "hats", same))).to.match(ofOneConversation);
    const chain = (traceId: string, at: number, question: string): SpanInput => ({
      ...agent(traceId, at, question, { ...same, "gen_ai.operation.name": "invoke_workflow" }),
      spanId: `chain ${traceId}`,
    });
    const model = (traceId: string, at: number): SpanInput => ({
      ...agent(traceId, at, "Prompt.", { "gen_ai.operation.name": "chat" }),
      parentSpanId: `chain ${traceId}`,
    });
    const graphs = [chain("t1", 0, "shoes"), model("t1", 1), chain("t2", 20, "hats"), model("t2", 21)];
    expect(missing(...graphs)).to.match(ofOneConversation);
  });

  it("are one exchange of a conversation where the question or the moment is the same, or a trace holds both", () => {
    const same = inConversation("a");
    expect(missing(agent("t1", 0, "shoes", same), agent("t2", 20, "shoes", same))).to.not.match(ofOneConversation);
    expect(missing(agent("t1", 0, "shoes", same), agent("t2", 5, "hats", same))).to.not.match(ofOneConversation);
    expect(missing(agent("t1", 0, "shoes", same), agent("t1", 20, "hats", same))).to.not.match(ofOneConversation);
  });

  it("are one exchange in all of the recorded dumps", () => {
    for (const name of dumps) {
      const said = readTrace(inputOf(name)).missing.join();
      expect(said, name).to.not.match(nothingInCommon).and.not.match(ofOneConversation);
    }
  });
});

describe("readTraces", () => {
  it("gives one trace for each trace id, in the order of their beginning", () => {
    const traces = readTraces({ spans: [agent("t2", 20, "hats"), agent("t1", 0, "shoes"), agent("t3", 40, "caps")] });
    expect(traces.map(({ traceId, output }) => [traceId, output])).to.deep.equal([
      ["t1", "On shoes"],
      ["t2", "On hats"],
      ["t3", "On caps"],
    ]);
  });

  it("makes conversations of an export, each with its own turns", () => {
    const spans = [
      agent("t1", 0, "shoes", inConversation("a")),
      agent("t2", 20, "hats", inConversation("b")),
      agent("t3", 40, "size 43", inConversation("a")),
    ];
    const cases = conversationFromTraces(readTraces({ spans }));
    expect(cases.map(({ threadId, turns }) => [threadId, ...turns.map(({ content }) => content)])).to.deep.equal([
      ["a", "shoes", "On shoes", "size 43", "On size 43"],
      ["b", "hats", "On hats"],
    ]);
  });

  it("says what was no span, and gives no traces where nothing was", () => {
    const [trace] = readTraces({ spans: [agent("t1", 0, "shoes"), null as unknown as SpanInput] });
    expect(trace?.missing).to.include("1 of the spans given are no spans");
    expect(readTraces({ spans: [] })).to.deep.equal([]);
  });
});
