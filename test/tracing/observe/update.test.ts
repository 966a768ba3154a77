import { trace as otel } from "@opentelemetry/api";
import { expect } from "chai";
import {
  captureTrace,
  observe,
  stageNextSpan,
  updateCurrentSpan,
  updateCurrentTrace,
  type SpanUpdate,
  type TraceUpdate,
} from "../../../src/tracing/index.js";
import { CallRecord } from "../../../src/tracing/observe/call-record.js";
import { updateRecord } from "../../../src/tracing/observe/update.js";

const within = async (update: SpanUpdate, type: "tool" | "retriever" | "llm" | "agent" = "agent") => {
  const { trace } = await captureTrace(() =>
    observe({ type, name: "x" }, async (_input: string) => {
      await Promise.resolve();
      updateCurrentSpan(update);
      return "returned";
    })("given"),
  );
  const [span] = trace.spans;
  if (span === undefined) throw new Error("no span");
  return { trace, span };
};
const traceWith = async (...updates: readonly TraceUpdate[]) => {
  const agent = observe({ type: "agent", name: "x" }, (_input: string) => {
    observe({ type: "tool", name: "recorded" }, (_arg: object) => 1)({});
    updates.forEach((update) => updateCurrentTrace(update));
    return "returned";
  });
  return (await captureTrace(() => agent("given"))).trace;
};

describe("updateCurrentSpan", () => {
  it("doubts what can't be meant once, however often it is set", () => {
    const record = new CallRecord({ type: "llm", name: "x", attributes: {} }, "", "", null, {
      now: () => 0,
      begin: () => 0,
    });
    for (let time = 0; time < 3; time++) updateRecord(record, { inputTokens: -41 });
    expect(record.missing).to.have.lengthOf(1);
    updateRecord(record, { outputTokens: -41 });
    expect(record.missing).to.have.lengthOf(2);
  });

  it("sets input and output, also to what is falsy", async () => {
    for (const value of ["", 0, false, null]) {
      const { span } = await within({ input: value, output: value });
      expect([span.input, span.output]).to.deep.equal([value, value]);
    }
    const { span } = await within({});
    expect([span.input, span.output]).to.deep.equal(["given", "returned"]);
  });

  it("merges metadata, key by key", async () => {
    const { trace } = await captureTrace(() =>
      observe(() => {
        updateCurrentSpan({ metadata: { a: 1, b: { c: 1 } } });
        updateCurrentSpan({ metadata: { a: 2, d: null } });
      })(),
    );
    expect(trace.spans[0]?.metadata).to.deep.equal({ a: 2, b: { c: 1 }, d: null });
  });

  it("adds retrieved context and tool calls, those that were recorded not twice", async () => {
    const { trace } = await within({
      retrievalContext: ["a", { context: "b", id: "1" }],
      toolsCalled: ["look", { name: "find", inputParameters: { a: 1 } }],
    });
    expect(trace.retrievalContext).to.deep.equal(["a", { context: "b", id: "1" }]);
    expect(trace.toolsCalled).to.deep.equal([{ name: "look" }, { name: "find", inputParameters: { a: 1 } }]);
    const recorded = observe({ type: "tool", name: "look" }, (_arg: object) => 1);
    const both = await captureTrace(() =>
      observe(() => {
        recorded({ id: 1 });
        updateCurrentSpan({ toolsCalled: ["look", "look"] });
      })(),
    );
    expect(both.trace.toolsCalled).to.have.lengthOf(2);
  });

  it("tells model and tokens of a model call", async () => {
    const { trace, span } = await within({ model: "m-1", inputTokens: 0, outputTokens: 3 }, "llm");
    expect(span.model).to.equal("m-1");
    expect(trace.usage).to.deep.equal({ inputTokens: 0, outputTokens: 3, totalTokens: 3 });
  });

  it("says in the trace, and once to the process, which field there is not and which one is near", async () => {
    const typo = { toolCalled: ["look"], inputTokens: -1, tokns: 3 } as unknown as SpanUpdate;
    const seen: string[] = [];
    const listen = (warning: Error & { code?: string }) =>
      void (warning.code === "REHEARSAL_UNKNOWN_FIELD" && seen.push(warning.message));
    process.on("warning", listen);
    const ways: readonly (readonly [string, () => unknown])[] = [
      ["updateCurrentSpan", observe(() => updateCurrentSpan(typo))],
      ["updateCurrentTrace", () => updateCurrentTrace(typo)],
      ["stageNextSpan", () => stageNextSpan(typo, () => observe(() => 1)())],
      ["stageNextSpan", () => stageNextSpan(typo, () => otel.getTracer("theirs").startSpan("chat").end())],
    ];
    for (const [name, way] of ways) {
      for (let time = 0; time < 2; time++) {
        const { trace } = await captureTrace(way);
        expect(trace.missing.join("\n")).to.include(
          `${name}: there is no field "toolCalled" (did you mean "toolsCalled"?), so it was not recorded`,
        );
      }
    }
    await new Promise(setImmediate);
    process.off("warning", listen);
    expect(new Set(seen)).to.have.lengthOf(seen.length);
    expect(seen).to.include("updateCurrentSpan: inputTokens can't be -1, so it was not recorded");
  });

  it("says where what is set can't be recorded", async () => {
    const { trace } = await within({ input: new Uint8Array(2), output: Array.from({ length: 600_000 }, () => 1) });
    const told = trace.missing.join("\n");
    expect(told).to.include("updateCurrentSpan: input can't be kept (binary data: Uint8Array of 2 bytes)");
    expect(told).to.include("output can't be kept (more than the 1000000 characters that are kept)");
  });

  it("does nothing outside of an observed call, or after its end, or with garbage", async () => {
    expect(() => updateCurrentSpan({ output: 1 })).to.not.throw();
    expect(() => updateCurrentTrace({ output: 1 })).to.not.throw();
    const garbage = { toolsCalled: 7, retrievalContext: "x", metadata: [1], model: undefined } as unknown as SpanUpdate;
    const { trace } = await within(garbage);
    expect(trace.toolsCalled).to.be.empty;
    await captureTrace(() => updateCurrentSpan(null as unknown as SpanUpdate));
  });
});

describe("updateCurrentTrace", () => {
  it("replaces what the spans say, and adds to the calls that were recorded", async () => {
    const trace = await traceWith({
      input: "asked",
      output: "answered",
      toolsCalled: ["told"],
      retrievalContext: ["known"],
    });
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["recorded", "told"]);
    expect(trace.retrievalContext).to.deep.equal(["known"]);
    expect(trace.output).to.equal("answered");
    expect(trace.turns[0]).to.include({ input: "asked", output: "answered" });
  });

  it("sets falsy values, leaves what is undefined, and merges metadata", async () => {
    const trace = await traceWith(
      { output: "first", metadata: { a: 1, b: 1 } },
      { toolsCalled: [], output: "", metadata: { b: 2 } },
      { output: undefined },
    );
    expect(trace.output).to.equal("");
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["recorded"]);
    expect(trace.metadata).to.deep.equal({ a: 1, b: 2 });
  });

  it("makes known what no span recorded", async () => {
    const { trace } = await captureTrace(() =>
      updateCurrentTrace({ toolsCalled: [], output: 0, retrievalContext: [] }),
    );
    expect(trace.output).to.equal("0");
    expect(trace.missing).to.deep.equal([]);
  });

  it("names a recorded call once, however it is stated", async () => {
    const trace = await traceWith({ toolsCalled: [{ name: "recorded", description: "what it does" }] });
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]).to.deep.include({ name: "recorded", output: 1, description: "what it does" });
  });

  it("keeps what it was given as it was", async () => {
    const calls = [{ name: "a" }];
    const { trace } = await captureTrace(() => {
      updateCurrentTrace({ toolsCalled: calls });
      calls.push({ name: "b" });
    });
    expect(trace.toolsCalled).to.deep.equal([{ name: "a" }]);
  });
});
