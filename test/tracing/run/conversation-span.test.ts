import { expect } from "chai";
import { child } from "../support/child.js";

interface Exported {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[];
}

interface Answer {
  readonly threadId: string;
  readonly traces: readonly string[];
  readonly spans: readonly Exported[];
}

describe("a simulated conversation in the backend of its user", function () {
  this.timeout(60_000);

  it("is a span, linked with the spans of its turns, and has its verdicts", async () => {
    const { threadId, traces, spans } = await child<Answer>("conversation-span", ["user"]);
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [conversation] = named("rehearsal.conversation");
    expect(conversation?.attributes).to.include({
      "gen_ai.conversation.id": threadId,
      "rehearsal.golden": "order",
      "rehearsal.trial": 1,
      "rehearsal.ended_by": "user",
    });
    expect(conversation?.attributes["rehearsal.end_reason"]).to.be.a("string");
    const turns = named("rehearsal.turn");
    expect(turns.map(({ traceId }) => traceId)).to.deep.equal(traces);
    expect(conversation?.links).to.deep.equal(turns.map(({ spanId }) => spanId));
    for (const turn of turns) {
      expect(turn.links).to.deep.equal([conversation?.spanId]);
      expect(turn.attributes["gen_ai.conversation.id"]).to.equal(threadId);
      expect(spans.some(({ name, parentSpanId }) => name === "support" && parentSpanId === turn.spanId)).to.equal(true);
    }
    const verdicts = named("rehearsal.verdicts");
    expect(verdicts.map(({ parentSpanId }) => parentSpanId)).to.deep.equal([turns[0]?.spanId, conversation?.spanId]);
    expect(verdicts.flatMap(({ events }) => events)).to.deep.equal([
      {
        name: "gen_ai.evaluation.result",
        attributes: {
          "gen_ai.evaluation.name": "polite",
          "gen_ai.evaluation.score.label": "failed",
          "gen_ai.evaluation.score.value": 0.25,
          "gen_ai.evaluation.explanation": "It was rude.",
          "rehearsal.turn.number": 2,
        },
      },
      {
        name: "gen_ai.evaluation.result",
        attributes: {
          "gen_ai.evaluation.name": "helpful",
          "gen_ai.evaluation.score.label": "errored",
          "gen_ai.evaluation.explanation": "The judge is away.",
          "error.type": "provider",
        },
      },
    ]);
  });

  it("says nothing of why where content is not captured", async () => {
    const { spans } = await child<Answer>("conversation-span", ["user"], { REHEARSAL_CAPTURE_CONTENT: "false" });
    expect(JSON.stringify(spans)).to.not.include("rude").and.not.include("on its way");
    expect(spans.some(({ name }) => name === "rehearsal.verdicts")).to.equal(true);
  });

  it("is none where nobody exports it", async () => {
    const { traces, spans } = await child<Answer>("conversation-span");
    expect(traces).to.have.lengthOf(2);
    expect(spans).to.be.empty;
  });
});
