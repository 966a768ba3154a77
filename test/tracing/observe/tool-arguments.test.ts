import { expect } from "chai";
import { assertTest } from "../../../src/index.js";
import { captureTrace, observe } from "../../../src/tracing/index.js";

const any = (..._args: unknown[]): void => undefined;
const argumentsOf = async (...args: unknown[]) => {
  const { trace } = await captureTrace(() => observe({ type: "tool", name: "transfer" }, any)(...args));
  return trace.toolsCalled[0]?.inputParameters;
};
const from = { from: "A" };

describe("what follows a tool's object of arguments", () => {
  const data: Readonly<Record<string, unknown>> = {
    "a number": 5,
    "a text": "now",
    "a boolean": false,
    nothing: null,
    "a list": [1],
    "an object": { to: "B" },
    "an empty object": {},
    "an object that shares a name with contexts": { sessionId: "s", amount: 5 },
  };
  for (const [what, second] of Object.entries(data))
    it(`is recorded by its position where it is ${what}`, async () => {
      expect(await argumentsOf(from, second)).to.deep.equal({ "0": from, "1": second });
    });

  it("is recorded where JSON spells it as text, or it holds what it was given", async () => {
    expect(await argumentsOf(from, new Date(0))).to.deep.equal({ "0": from, "1": "1970-01-01T00:00:00.000Z" });
    expect(await argumentsOf(from, new Set([1]))).to.deep.equal({ "0": from, "1": [1] });
    expect(await argumentsOf(from, new Uint8Array(2))).to.deep.equal({ "0": from, "1": "[Uint8Array of 2 bytes]" });
  });

  class RunManager {
    readonly runId = "r";
    toJSON = () => ({ runId: this.runId });
  }
  const contexts: Readonly<Record<string, readonly unknown[]>> = {
    "no value": [undefined],
    "a callback": [any],
    "a signal": [new AbortController().signal],
    "options of the AI SDK": [{ toolCallId: "c", messages: [{ role: "user", content: "x" }], abortSignal: undefined }],
    "a run manager and a config": [new RunManager(), { configurable: { thread_id: "1" }, tags: [] }],
    "the extra of MCP": [{ signal: new AbortController().signal, requestId: 1, sendNotification: any }],
    "ids alone": [{ sessionId: "s", requestId: "r" }],
    "an object that holds what works": [{ userId: "u", db: new RunManager() }],
  };
  for (const [what, rest] of Object.entries(contexts))
    it(`is left out where it is ${what}`, async () => {
      expect(await argumentsOf(from, ...rest)).to.deep.equal(from);
    });

  it("is recorded without the context that comes after it", async () => {
    expect(await argumentsOf(from, 5, { toolCallId: "c" })).to.deep.equal({ "0": from, "1": 5 });
  });

  it("never lets a golden pass that states the object alone", async () => {
    const transfer = observe({ type: "tool", name: "transfer" }, any);
    const golden = { input: "q", expectedTools: [{ name: "transfer", inputParameters: from }] };
    const run = observe({ type: "agent", name: "a" }, () => {
      transfer(from, 1_000_000);
      return "x";
    });
    const verdict = await assertTest({ golden, run }).then(
      () => "passed",
      () => "failed",
    );
    expect(verdict).to.equal("failed");
  });

  it("is not lost where a model asked for the object", async () => {
    const transfer = observe({ type: "tool", name: "transfer" }, any);
    const asks = (args: object) => () => ({
      role: "assistant",
      tool_calls: [{ id: "c1", type: "function", function: { name: "transfer", arguments: JSON.stringify(args) } }],
    });
    const madeOf = async (args: object) => {
      const { trace } = await captureTrace(() => {
        observe({ type: "llm", name: "model" }, asks(args))();
        transfer(from, 5);
      });
      return trace.toolsCalled.map(({ inputParameters }) => inputParameters);
    };
    expect(await madeOf(from)).to.deep.equal([{ "0": from, "1": 5 }]);
    expect(await madeOf({ account: from, amount: 5 })).to.deep.equal([{ account: from, amount: 5 }]);
  });
});
