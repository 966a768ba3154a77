import { expect } from "chai";
import { captureTrace, observe } from "../../../src/tracing/index.js";
import { RehearsalError } from "../../../src/errors.js";

const tool = { type: "tool", name: "t" } as const;
const callsOf = async (work: () => unknown) => (await captureTrace(work)).trace.toolsCalled;

describe("observe keeps a function what it was", () => {
  it("keeps name, length, properties, source and what made it", () => {
    const fn = Object.assign(async function lookUp(_id: string, _more = 1) {}, { schema: { a: 1 } });
    const observed = observe(fn);
    expect(observed.name).to.equal("lookUp");
    expect(observed.length).to.equal(1);
    expect(observed.constructor.name).to.equal("AsyncFunction");
    expect(observed.schema).to.equal(fn.schema);
    observed.schema = { a: 2 };
    expect(fn.schema).to.deep.equal({ a: 2 });
  });

  it("keeps `this`, arguments and a synchronous result", () => {
    const counter = {
      count: 1,
      add: observe(function (this: { count: number }, by: number) {
        return (this.count += by);
      }),
    };
    expect(counter.add(2)).to.equal(3);
    expect(observe(() => 7)()).to.equal(7);
  });

  it("lets a class be constructed", () => {
    class Thing {
      readonly made = true;
    }
    const Observed = observe(Thing as unknown as () => Thing) as unknown as typeof Thing;
    expect(new Observed()).to.be.instanceOf(Thing);
  });

  it("returns the very object, frozen or not", async () => {
    for (const value of [Object.freeze({ a: 1 }), [1], new Map(), () => 1]) {
      const identity = observe(() => value);
      expect((await captureTrace(() => identity() === value)).result).to.equal(true);
    }
  });

  it("throws on what was thrown, the same object, and records it as an error", async () => {
    for (const [thrown, message] of [
      [new Error("down"), "down"],
      [new Error(""), "Error"],
      [undefined, "undefined"],
      [{ code: 7 }, '{"code":7}'],
      ["", "an error without a message"],
    ] as readonly (readonly [unknown, string])[]) {
      const sync = observe(tool, () => {
        throw thrown;
      });
      const later = observe(tool, async () => {
        throw thrown;
      });
      const calls = await callsOf(async () => {
        expect(caught(sync)).to.equal(thrown);
        expect(
          await later().then(
            () => "none",
            (error: unknown) => error,
          ),
        ).to.equal(thrown);
      });
      expect(calls.map(({ error }) => error)).to.deep.equal([message, message]);
    }
  });

  it("works without a run, and records nothing", () => {
    expect(observe(tool, (a: number) => a + 1)(1)).to.equal(2);
  });

  it("says what is wrong with what it was given", () => {
    const wrong = (...args: unknown[]): unknown => Reflect.apply(observe, undefined, args);
    expect(() => wrong({ type: "tool" })).to.throw(
      RehearsalError,
      "observe(): it wraps a function; got a value of type object",
    );
    expect(() => wrong({ type: "tool" }, null)).to.throw(RehearsalError, "it wraps a function; got null");
    expect(() => wrong({ type: "toool" }, function look() {})).to.throw(
      RehearsalError,
      'observe() of "look": unknown type "toool" (did you mean "tool"?); known types: agent, llm, tool, retriever, embedding, reranker, chain',
    );
  });
});

describe("what observe records", () => {
  it("is a span tree with inputs and outputs", async () => {
    const look = observe({ type: "tool" }, async function look_up({ id }: { id: string }) {
      return { id, found: true };
    });
    const think = observe({ type: "llm", name: "think", model: "m-1" }, async (_prompt: string) => "call look_up");
    const agent = observe({ type: "agent", name: "support" }, async (question: string, _thread: string) => {
      await think(question);
      await look({ id: "A-1" });
      return `Answer to ${question}`;
    });
    const { result, trace } = await captureTrace(() => agent("What?", "t-1"));
    expect(result).to.equal("Answer to What?");
    expect(trace.output).to.equal(result);
    expect(trace.turns).to.have.lengthOf(1);
    expect(trace.turns[0]).to.include({ input: "What?", output: result, interrupted: null });
    const [top, ...below] = trace.spans;
    expect(top).to.include({
      name: "support",
      kind: "agent",
      parentSpanId: null,
      status: "unset",
      traceId: trace.traceId,
    });
    expect(top?.input).to.deep.equal(["What?", "t-1"]);
    expect(below.map(({ name, kind, model, parentSpanId }) => [name, kind, model, parentSpanId])).to.deep.equal([
      ["think", "llm", "m-1", top?.spanId],
      ["look_up", "tool", undefined, top?.spanId],
    ]);
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]).to.include({ name: "look_up" });
    expect(trace.toolsCalled[0]?.inputParameters).to.deep.equal({ id: "A-1" });
    expect(trace.toolsCalled[0]?.output).to.deep.equal({ id: "A-1", found: true });
    expect(trace.toolsCalled[0]?.durationMs).to.be.at.least(0);
    expect(trace.missing).to.deep.equal(["usage: 1 of 1 model calls recorded no tokens, or not all"]);
  });

  it("is what arguments and results were at the time", async () => {
    const look = observe(tool, ({ ids }: { ids: number[] }) => {
      ids.push(2);
      return ids;
    });
    const ids = [1];
    const calls = await callsOf(() => {
      look({ ids });
      ids.push(3);
    });
    expect(calls[0]?.inputParameters).to.deep.equal({ ids: [1] });
    expect(calls[0]?.output).to.deep.equal([1, 2]);
  });

  it("of a tool's arguments is the object, or named or numbered positions", async () => {
    const any = (..._args: unknown[]): void => undefined;
    const [plain, named] = [observe(tool, any), observe({ ...tool, parameters: ["city", "unit"] }, any)];
    const calls = await callsOf(() => {
      plain();
      plain({ id: 1 }, { toolCallId: "x", messages: [] });
      plain("Paris", 3);
      plain(["a"]);
      plain(new Date(0));
      plain(undefined);
      named("Paris", "C", "more");
      named({ deep: 1 });
    });
    expect(calls.map(({ inputParameters }) => inputParameters)).to.deep.equal([
      {},
      { id: 1 },
      { "0": "Paris", "1": 3 },
      { "0": ["a"] },
      { "0": "1970-01-01T00:00:00.000Z" },
      {},
      { city: "Paris", unit: "C", "2": "more" },
      { city: { deep: 1 } },
    ]);
  });

  it("of a tool's result tells nothing returned from not known", async () => {
    const calls = await callsOf(() => {
      for (const value of [undefined, null, "", "21", 21, false, 10n, '{"a":1}']) observe(tool, () => value)();
      observe({ ...tool, recordOutputs: false, recordInputs: false }, () => 1)();
    });
    expect(calls.map(({ output }) => output)).to.deep.equal([
      null,
      null,
      "",
      "21",
      21,
      false,
      "10",
      '{"a":1}',
      undefined,
    ]);
    expect(calls.at(-1)?.inputParameters).to.equal(undefined);
  });

  it("of a retriever is the documents", async () => {
    const search = observe({ type: "retriever" }, async (_query: string) => [
      { pageContent: "text", metadata: { source: "a.md" } },
      "plain",
    ]);
    const { trace } = await captureTrace(() => search("refunds"));
    expect(trace.retrievalContext).to.deep.equal([
      { context: "text", source: "a.md", metadata: { source: "a.md" } },
      "plain",
    ]);
    expect(trace.spans[0]).to.include({ kind: "retriever", input: "refunds" });
  });

  it("of functions without a name or type is still a span", async () => {
    const { trace } = await captureTrace(() => observe(() => ({ count: 1 }))());
    expect(trace.spans.map(({ name, kind, output }) => [name, kind, output])).to.deep.equal([
      ["anonymous", "chain", { count: 1 }],
    ]);
    expect(trace.output).to.equal(null);
  });
});

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return "none";
}
