import { APICallError } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect } from "chai";
import { fromAISDK, type AISDKModel } from "../../src/models/from-ai-sdk.js";
import { MLLMImage } from "../../src/test-case/mllm-image.js";
import { virtualClock } from "../support/virtual-clock.js";
import { ask, askForVerdict, errorOf, verdictSchema } from "./support.js";

type Result = Extract<
  NonNullable<ConstructorParameters<typeof MockLanguageModelV3>[0]>["doGenerate"],
  unknown[]
>[number];

const usage: Result["usage"] = {
  inputTokens: { total: 7, noCache: 7, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
const result = (content: Result["content"], unified: Result["finishReason"]["unified"] = "stop"): Result => ({
  content,
  usage,
  finishReason: { unified, raw: undefined },
  warnings: [],
});
const said = (text: string) => result([{ type: "text", text }]);
const mock = (doGenerate: Result[]) => new MockLanguageModelV3({ provider: "mock", modelId: "m", doGenerate });

describe("fromAISDK", () => {
  it("answers text, and knows only the usage that it is told", async () => {
    const model = fromAISDK(mock([{ ...said("Hello."), response: { modelId: "m-2" } }]));
    expect(model.id).to.equal("mock/m");
    expect(await model.generate(ask())).to.deep.equal({
      text: "Hello.",
      toolCalls: [],
      usage: { inputTokens: 7, outputTokens: null },
      finishReason: "stop",
      model: "m-2",
    });
  });

  it("hands over tools, settings and a whole exchange", async () => {
    const sdk = mock([said("Done.")]);
    const parameters = { type: "object", properties: {} } as const;
    const image = new MLLMImage({ dataBase64: "AAAA", mimeType: "image/png" });
    await fromAISDK(sdk, { temperature: 0, seed: 1 }).generate({
      messages: [
        { role: "system", content: "S" },
        { role: "user", content: `Look: ${String(image)}` },
        { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "look", arguments: { x: 1 } }] },
        { role: "tool", toolCallId: "c1", content: "seen" },
      ],
      tools: [{ name: "look", description: "Looks.", parameters }],
      seed: 2,
      maxTokens: 9,
    });
    const [call] = sdk.doGenerateCalls;
    expect(call).to.include({ temperature: 0, seed: 2, maxOutputTokens: 9 });
    expect(call?.tools).to.deep.equal([
      { type: "function", name: "look", description: "Looks.", inputSchema: parameters },
    ]);
    const output = { type: "text", value: "seen" };
    expect(call?.prompt).to.deep.equal([
      { role: "system", content: "S" },
      {
        role: "user",
        content: [
          { type: "text", text: "Look: " },
          { type: "file", data: "AAAA", mediaType: "image/png" },
        ],
      },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "look", input: { x: 1 } }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "look", output }] },
    ]);
  });

  it("reads tool calls, but not those that the provider ran itself", async () => {
    const call = (toolCallId: string, input: string) =>
      ({ type: "tool-call", toolCallId, toolName: "look", input }) as const;
    const sdk = mock([
      result([call("1", '{"x":1}'), { ...call("2", "{}"), providerExecuted: true }, call("3", "{oops")], "tool-calls"),
    ]);
    const { toolCalls, finishReason } = await fromAISDK(sdk).generate(ask());
    expect(toolCalls).to.deep.equal([
      { id: "1", name: "look", arguments: { x: 1 } },
      { id: "3", name: "look", arguments: "{oops" },
    ]);
    expect(finishReason).to.equal("tool_calls");
  });

  it("asks for JSON by schema and in words, and once more where it gets none", async () => {
    const sdk = mock([said("It is met."), said('```json\n{"met":true}\n```')]);
    const response = await fromAISDK(sdk).generate(askForVerdict());
    expect(response.json).to.deep.equal({ met: true });
    expect(response.usage).to.deep.equal({ inputTokens: 14, outputTokens: null });
    const [first, second] = sdk.doGenerateCalls;
    expect(first?.responseFormat).to.deep.equal({ type: "json", ...verdictSchema });
    expect(first?.prompt[0]).to.have.property("content").that.includes('"met"');
    expect(second?.prompt).to.have.length(4);
  });

  it("reads a model of specification v2 too", async () => {
    const v2: AISDKModel = {
      specificationVersion: "v2",
      provider: "old",
      modelId: "m",
      doGenerate: async () => ({
        content: [{ type: "text", text: "Hello." }],
        finishReason: "length",
        usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
        warnings: [],
      }),
    };
    const response = await fromAISDK(v2).generate(ask());
    expect(response.usage).to.deep.equal({ inputTokens: 1, outputTokens: 2 });
    expect(response.finishReason).to.equal("length");
  });

  it("retries as Retry-After says, and tells what the provider said", async () => {
    const failure = (statusCode: number, responseHeaders: Record<string, string> = {}) =>
      new APICallError({
        message: "failed",
        url: "http://host.example/v1",
        requestBodyValues: {},
        statusCode,
        responseHeaders,
        responseBody: '{"error":{"message":"the reason"}}',
      });
    const failures = [failure(429, { "retry-after": "4" }), failure(401)];
    const sdk = new MockLanguageModelV3({
      provider: "mock",
      modelId: "m",
      doGenerate: async () => {
        throw failures.shift() ?? new Error("asked too often");
      },
    });
    const clock = virtualClock();
    const failed = errorOf(fromAISDK(sdk, {}, { clock }).generate(ask()));
    await clock.whenPending(2);
    await clock.advance(4000);
    expect((await failed).message).to.equal(
      "mock/m answered HTTP 401 (2 attempts): the reason. Check the key: its provider in your code.",
    );
  });

  it("times out, is aborted, and tells the model so", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const sdk = new MockLanguageModelV3({
      doGenerate: ({ abortSignal }) => {
        signals.push(abortSignal);
        return new Promise(() => undefined);
      },
    });
    const clock = virtualClock();
    const model = fromAISDK(sdk, { timeoutMs: 1000 }, { clock });
    const slow = errorOf(model.generate(ask()));
    await clock.advance(1000);
    expect((await slow).code).to.equal("timeout");
    const caller = new AbortController();
    const dropped = errorOf(model.generate({ ...ask(), signal: caller.signal }));
    caller.abort();
    expect((await dropped).code).to.equal("aborted");
    expect(signals.map((signal) => signal?.aborted)).to.deep.equal([true, true]);
  });

  it("says that the content filter stopped it", async () => {
    const error = await errorOf(fromAISDK(mock([result([], "content-filter")])).generate(ask()));
    expect(error.message).to.include("mock/m was stopped by the provider's content filter.");
  });

  it("refuses what is no model of a known kind, and says what to do", () => {
    const wrong = (model: unknown) => () => fromAISDK(model as AISDKModel);
    expect(wrong("gpt-4.1")).to.throw('"gpt-4.1" is the name of a model; pass the model object');
    expect(wrong({})).to.throw("it has no doGenerate()");
    expect(wrong({ specificationVersion: "v1", doGenerate: () => undefined })).to.throw("AI SDK 5 or later");
  });
});
