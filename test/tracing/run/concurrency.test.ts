import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { trace as otel } from "@opentelemetry/api";
import { captureTrace, observe } from "../../../src/tracing/index.js";

describe("a thousand conversations at once", () => {
  it("mix nothing, with nested calls, timers, foreign spans and generators consumed later", async () => {
    const look = observe({ type: "tool", name: "look" }, async ({ who }: { who: number }) => {
      await wait(who % 3);
      return { who };
    });
    const search = observe({ type: "retriever", name: "kb" }, async (who: number) => [`about ${String(who)}`]);
    const words = observe({ type: "chain", name: "words" }, async function* (who: number) {
      await search(who);
      yield `answer ${String(who)}`;
    });
    const agent = observe({ type: "agent", name: "agent" }, async (who: number) => {
      await Promise.all([
        look({ who }),
        new Promise((resolve) => setTimeout(() => void look({ who }).then(resolve), who % 5)),
      ]);
      otel
        .getTracer("foreign")
        .startSpan("chat", {
          attributes: {
            "gen_ai.operation.name": "chat",
            "gen_ai.output.messages": "[]",
            "gen_ai.usage.input_tokens": who,
            "gen_ai.usage.output_tokens": 0,
          },
        })
        .end();
      const answer = words(who);
      await wait(0);
      let all = "";
      for await (const word of answer) all += word;
      return all;
    });
    const captured = await Promise.all(Array.from({ length: 1000 }, (_, who) => captureTrace(() => agent(who))));
    captured.forEach(({ result, trace }, who) => {
      expect(result).to.equal(`answer ${String(who)}`);
      expect(trace.toolsCalled.map(({ inputParameters, output }) => [inputParameters, output])).to.deep.equal([
        [{ who }, { who }],
        [{ who }, { who }],
      ]);
      expect(trace.retrievalContext).to.deep.equal([`about ${String(who)}`]);
      expect(trace.output).to.equal(result);
      expect(trace.usage.inputTokens).to.equal(who);
      expect(trace.spans).to.have.lengthOf(6);
      expect(new Set(trace.spans.map(({ traceId }) => traceId))).to.have.lengthOf(1);
      expect(trace.missing).to.be.empty;
    });
    expect(new Set(captured.map(({ trace }) => trace.traceId))).to.have.lengthOf(1000);
  });
});
