import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import OpenAI from "openai";
import { z } from "zod";
import { instrumentMcpClient } from "../../../instrumentation/mcp/index.js";
import { wrapOpenAI } from "../../../instrumentation/openai/index.js";
import { interceptAISDKTools, interceptLangChainTools, interceptMcpClient } from "../../../src/environment/index.js";
import { observe } from "../../../src/tracing/index.js";
import { answer, startOpenAIServer } from "../../support/openai-server.js";

/** A tool that would move real money, as some framework has it. */
export interface WriteTool {
  /** Calls it once as an agent does. What comes of it is the framework's own. */
  readonly call: () => Promise<unknown>;
  readonly close?: () => Promise<void>;
}

/** By the way in which they are wrapped; `real` hears of every refund that was really made. */
export const writeTools: Readonly<Record<string, (real: () => void) => Promise<WriteTool>>> = {
  observe: async (real) => {
    const refund = observe({ type: "tool", name: "refund_order" }, async () => real());
    return { call: () => refund() };
  },
  "the AI SDK": async (real) => {
    const refund_order = tool({ inputSchema: z.object({}), execute: async () => real() });
    const tools = interceptAISDKTools({ refund_order });
    return {
      call: () => generateText({ model: asking("refund_order"), tools, prompt: "x", stopWhen: stepCountIs(2) }),
    };
  },
  LangChain: async (real) => {
    const refund = new FunctionTool("refund_order", async () => real());
    interceptLangChainTools([refund]);
    return { call: () => refund.invoke({}) };
  },
  "an MCP client": async (real) => {
    const client = interceptMcpClient(new McpClient(real));
    return { call: () => client.callTool({ name: "refund_order" }) };
  },
  "an instrumented MCP client": async (real) => {
    const client = instrumentMcpClient(new McpClient(real));
    return { call: () => client.callTool({ name: "refund_order" }) };
  },
  runTools: async (real) => {
    const server = await startOpenAIServer(({ body }) =>
      JSON.stringify(body).includes("tool_call_id") ? "Done." : answer.call("refund_order", {}),
    );
    const client = wrapOpenAI(new OpenAI({ apiKey: "key", baseURL: server.baseURL, maxRetries: 0, logLevel: "off" }));
    const refund = { name: "refund_order", description: "", parameters: { type: "object" }, function: () => real() };
    const body = () => ({ model: "m", messages: [{ role: "user" as const, content: "x" }] });
    return {
      call: () =>
        client.chat.completions
          .runTools({ ...body(), tools: [{ type: "function" as const, function: refund }] })
          .done(),
      close: () => server.close(),
    };
  },
};

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that asks for one call of a tool. */
export const asking = (toolName: string) =>
  new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const asks = prompt.at(-1)?.role !== "tool";
      return {
        content: asks
          ? [{ type: "tool-call", toolCallId: "1", toolName, input: "{}" }]
          : [{ type: "text", text: "Done." }],
        finishReason: { unified: asks ? "tool-calls" : "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });

/** As much of LangChain's DynamicStructuredTool as matters. */
export class FunctionTool {
  name: string;
  func: (args: unknown) => Promise<unknown>;
  constructor(name: string, func: (args: unknown) => Promise<unknown>) {
    this.name = name;
    this.func = func;
  }
  async invoke(args: unknown): Promise<unknown> {
    return this._call(args);
  }
  _call(args: unknown): Promise<unknown> {
    return this.func(args);
  }
}

/** As much of the SDK's client as is touched. */
class McpClient {
  readonly #real: () => void;
  constructor(real: () => void) {
    this.#real = real;
  }
  async request(_request: object): Promise<object> {
    this.#real();
    return { content: [] };
  }
  callTool(params: object): Promise<object> {
    return this.request({ method: "tools/call", params });
  }
  readResource(): void {}
  getPrompt(): void {}
}
