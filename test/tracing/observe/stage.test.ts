import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { SpanKind, trace as otel } from "@opentelemetry/api";
import { captureTrace, observe, updateCurrentSpan } from "../../../src/tracing/index.js";
import { startExternalCall } from "../../../src/tracing/observe/external-call.js";
import { stageNextSpan } from "../../../src/tracing/observe/stage.js";

const chat = (more = {}) => ({ "gen_ai.operation.name": "chat", ...more });
const kinds: Readonly<Record<string, () => unknown>> = {
  "an observed call": observe({ type: "llm", name: "m" }, () => "said"),
  "a span of somebody else": () => otel.getTracer("x").startSpan("m", { attributes: chat() }).end(),
  "a span that tells its kind as it goes": () => {
    const span = otel.getTracer("x").startSpan("m");
    span.setAttributes(chat());
    span.end();
  },
  "a call of a wrapped client": () =>
    startExternalCall({ name: "m", kind: SpanKind.CLIENT, attributes: chat() })?.end(),
};

describe("stageNextSpan", () => {
  for (const [name, call] of Object.entries(kinds)) {
    it(`gives its fields to ${name}, the first of its type and no other`, async () => {
      const { result, trace } = await captureTrace(
        observe({ type: "agent", name: "a" }, async () => {
          await new Promise(setImmediate);
          const done = stageNextSpan(
            {
              type: "llm",
              metadata: { staged: true },
              inputTokens: 3,
              outputTokens: 0,
              costUsd: 1,
              expectedOutput: "",
            },
            () => {
              observe({ type: "tool", name: "t" }, () => 1)();
              call();
              call();
              return "done";
            },
          );
          call();
          return done;
        }),
      );
      expect(result).to.equal("done");
      const staged = trace.spans.filter(({ metadata }) => metadata?.staged === true);
      const models = trace.spans.filter(({ kind }) => kind === "llm");
      expect(models).to.have.lengthOf(3);
      expect(staged).to.have.lengthOf(1);
      expect(staged[0]).to.equal(models[0]);
      expect(staged[0]).to.deep.include({ expectedOutput: "", kind: "llm" });
      expect(staged[0]?.usage).to.deep.equal({ inputTokens: 3, outputTokens: 0, totalTokens: 3, costUsd: 1 });
    });
  }

  it("without a type is for whichever span comes first, and stages add up", async () => {
    const look = observe({ type: "tool", name: "look" }, () => updateCurrentSpan({ metadata: { c: 3 } }));
    const { trace } = await captureTrace(() =>
      stageNextSpan({ metadata: { a: 1 } }, () =>
        stageNextSpan({ type: "tool", metadata: { b: 2 }, tags: ["x"] }, look),
      ),
    );
    expect(trace.spans[0]).to.deep.include({ metadata: { a: 1, b: 2, c: 3 }, tags: ["x"] });
  });

  it("is heard by concurrent work only where that was started", async () => {
    const model = observe({ type: "llm", name: "m" }, async (which: number) => which);
    const { trace } = await captureTrace(() =>
      Promise.all([1, 2, 3].map((which) => stageNextSpan({ type: "llm", metadata: { which } }, () => model(which)))),
    );
    expect(trace.spans.map(({ metadata, output }) => [metadata?.which, output])).to.deep.equal([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it("outside of a run does its work and nothing else, and hands errors on", () => {
    expect(stageNextSpan({ type: "llm" }, () => 7)).to.equal(7);
    expect(() =>
      stageNextSpan({}, () => {
        throw new Error("mine");
      }),
    ).to.throw("mine");
  });

  it("says what is wrong with what it is given", () => {
    const stage = (...given: unknown[]): unknown =>
      Reflect.apply(stageNextSpan as (...args: never[]) => unknown, undefined, given);
    const work = (): number => 1;
    for (const [given, told] of [
      [[{}, 1], "stageNextSpan: give a function that does the work, after the fields; got 1"],
      [[{}], "stageNextSpan: give a function that does the work, after the fields; got undefined"],
      [[work], "stageNextSpan: give the fields of the span first, then the work; got a value of type function"],
      [[undefined, work], "stageNextSpan: give the fields of the span first, then the work; got undefined"],
      [[null, work], "stageNextSpan: give the fields of the span first, then the work; got null"],
      [[[], work], "stageNextSpan: give the fields of the span first, then the work; got a list"],
      [[{ type: "tol" }, work], 'stageNextSpan: unknown type "tol" (did you mean "tool"?); known types: agent, llm'],
    ] as const)
      expect(() => stage(...given))
        .to.throw(RehearsalError, told)
        .with.property("code", "invalid_input");
  });
});
