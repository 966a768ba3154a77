import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { instrumentMcpClient, instrumentMcpServer } from "../../instrumentation/mcp/index.js";
import { OpenAIInstrumentation, wrapOpenAI } from "../../instrumentation/openai/index.js";
import {
  captureTrace,
  createOtlpReceiver,
  createTracing,
  observe,
  readTrace,
  startRun,
  TraceRecorder,
} from "../../src/tracing/index.js";

const call = (what: unknown, ...args: unknown[]): unknown =>
  Reflect.apply(what as (...args: unknown[]) => unknown, undefined, args);

describe("options of tracing that can't be meant", () => {
  const fn = function look() {};
  const wrong: readonly (readonly [name: string, args: readonly unknown[], message: RegExp])[] = [
    [
      "an option of observe",
      [{ typ: "tool", name: "look" }, fn],
      /observe\(\) of "look": unknown option "typ" \(did you mean "type"\?\)/,
    ],
    ["a type", [{ type: "tol" }, fn], /unknown type "tol" \(did you mean "tool"\?\); known types: agent, llm/],
    ["no text as a name", [{ name: 5 }, fn], /of "look": name must be a text; got 5/],
    ["no list as parameters", [{ parameters: "id" }, fn], /parameters must be a list of names; got "id"/],
    ["no switch", [{ recordInputs: "false" }, fn], /recordInputs must be true or false; got "false"/],
    ["a price below nothing", [{ costPerInputToken: -1 }, fn], /costPerInputToken must be a price/],
    ["no metrics", [{ metrics: [{}] }, fn], /metrics must be a list of metrics/],
    ["a function before its options", [fn, { type: "tool" }], /options first, then the function/],
    ["nothing at all", [], /options must be an object; got undefined/],
    ["no function", [{ type: "tool" }, undefined], /it wraps a function; got undefined/],
  ];
  for (const [name, args, message] of wrong) {
    it(`are refused by observe as it wraps: ${name}`, () => {
      expect(() => call(observe, ...args)).to.throw(RehearsalError, message);
    });
  }

  it("are refused by readTrace, so that no input looks like an agent that did nothing", () => {
    const read = (...args: unknown[]) => call(readTrace, ...args);
    expect(() => read()).to.throw(RehearsalError, "readTrace: options must be an object; got undefined");
    expect(() => read(null)).to.throw(RehearsalError, "got null");
    expect(() => read([{ name: "a" }])).to.throw(RehearsalError, "readTrace({ spans }); got a list");
    expect(() => read({ span: [] })).to.throw(RehearsalError, 'unknown option "span" (did you mean "spans"?)');
    expect(() => read({ spans: null })).to.throw(RehearsalError, "spans must be a list");
    expect(() => read({ retrieverTools: "kb" })).to.throw(RehearsalError, "retrieverTools must be a list of names");
  });

  describe("are refused by what takes captureContent, before anything is recorded", () => {
    const client = () => ({ chat: { completions: { create: () => 1 } } });
    const mcp = () => ({ request: () => 1, callTool: () => 1, readResource: () => 1, getPrompt: () => 1 });
    const server = () => ({ _requestHandlers: new Map() });
    const takers: Readonly<Record<string, (options: unknown) => unknown>> = {
      wrapOpenAI: (options) => call(wrapOpenAI, client(), options),
      instrumentMcpClient: (options) => call(instrumentMcpClient, mcp(), options),
      instrumentMcpServer: (options) => call(instrumentMcpServer, server(), options),
      OpenAIInstrumentation: (options) => Reflect.construct(OpenAIInstrumentation, [options]) as unknown,
      setConfig: (options) => new OpenAIInstrumentation().setConfig(options as object),
      createTracing: (options) => call(createTracing, options),
    };
    const refusal = async (work: () => unknown): Promise<unknown> => {
      try {
        await work();
      } catch (error) {
        return error;
      }
      return undefined;
    };
    for (const [name, give] of Object.entries(takers)) {
      it(name, async () => {
        const wrong: readonly (readonly [unknown, RegExp])[] = [
          [{ captureContents: false }, /unknown option "captureContents" \(did you mean "captureContent"\?\)/],
          [false, /options must be an object; got false/],
          [null, /options must be an object; got null/],
          [{ captureContent: "false" }, /captureContent must be true, false or a synchronous function .*; got "false"/],
          [{ captureContent: 0 }, /captureContent must be true, false or a synchronous function .*; got 0/],
          [{ captureContent: async () => "" }, /captureContent must be synchronous; got an async function/],
        ];
        for (const [options, message] of wrong) {
          const error = await refusal(() => give(options));
          expect(error, JSON.stringify(options)).to.be.instanceOf(RehearsalError);
          expect((error as Error).message)
            .to.match(message)
            .and.to.include(name);
        }
      });
    }
  });

  it("are refused by startRun and createOtlpReceiver", async () => {
    expect(() => call(startRun, { conversation_id: "c" })).to.throw(
      RehearsalError,
      'startRun: unknown option "conversation_id" (did you mean "conversationId"?)',
    );
    const error = await (call(createOtlpReceiver, { settleMS: 1 }) as Promise<unknown>).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as Error).message).to.include('unknown option "settleMS" (did you mean "settleMs"?)');
  });

  it("are refused by captureTrace, TraceRecorder and createTracing", async () => {
    const messageOf = async (work: () => unknown) => {
      try {
        await work();
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(await messageOf(() => call(captureTrace, fn, { conversation: "c" }))).to.include(
      'captureTrace: unknown option "conversation" (did you mean "conversationId"?)',
    );
    expect(await messageOf(() => call(captureTrace, { runId: "c" }, fn))).to.include("give a function");
    expect(await messageOf(() => call(captureTrace))).to.include("give a function");
    expect(await messageOf(() => Reflect.construct(TraceRecorder, [{ a: 1 }]))).to.include("takes no options");
    expect(await messageOf(() => call(createTracing, { processors: [] }))).to.include(
      'unknown option "processors" (did you mean "spanProcessors"?)',
    );
    expect(await messageOf(() => call(createTracing, { spanProcessors: [{}] }))).to.include(
      "a list of span processors",
    );
  });
});
