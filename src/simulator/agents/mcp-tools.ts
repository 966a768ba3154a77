import { inPlaceOfRequest, keepHints } from "../../environment/interception/adapters/mcp-request.js";
import { messageOf } from "../../errors.js";
import { fieldsOf, listOf, textOf } from "../../models/fields.js";
import type { LanguageModel, ModelMessage, ModelTool, ModelToolCall } from "../../models/language-model.js";
import { toJson, type JsonObject } from "../../test-case/json.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import { noReply } from "./adapter-error.js";

/** What of an MCP client calls tools. */
export interface McpToolClient {
  listTools?(params?: { cursor?: string }, options?: object): Promise<unknown>;
  callTool?(
    request: { name: string; arguments?: Record<string, unknown> },
    schema?: undefined,
    options?: object,
  ): Promise<unknown>;
}

interface Asked {
  readonly client: McpToolClient;
  readonly model: LanguageModel;
  readonly messages: readonly ModelMessage[];
  readonly maxSteps: number;
  readonly signal: AbortSignal;
  readonly adapter: string;
}

interface Answered {
  readonly text: string;
  readonly toolsCalled: readonly ToolCall[];
  /** What the model wrote and was told, for the next turn. */
  readonly messages: readonly ModelMessage[];
}

/** Asks the model until it calls no more tools. */
export async function answerWithTools({
  client,
  model,
  messages,
  maxSteps,
  signal,
  adapter,
}: Asked): Promise<Answered> {
  const tools = await toolsOf(client, signal);
  const added: ModelMessage[] = [];
  const toolsCalled: ToolCall[] = [];
  for (let step = 1; step <= maxSteps; step++) {
    const { text, toolCalls } = await model.generate({ messages: [...messages, ...added], tools, signal });
    added.push({ role: "assistant", content: text, ...(toolCalls.length > 0 && { toolCalls }) });
    if (toolCalls.length === 0) return { text, toolsCalled, messages: added };
    // One after the other, as the model wrote them down: what they do to the server may depend on it.
    for (const call of toolCalls) {
      const { said, ...outcome } = await run(client, call, signal);
      toolsCalled.push({ name: call.name, type: "mcp", inputParameters: call.arguments, id: call.id, ...outcome });
      added.push({ role: "tool", toolCallId: call.id, content: said });
    }
  }
  const names = toolsCalled.map(({ name }) => name).join(", ");
  throw noReply(
    adapter,
    `the model was asked ${String(maxSteps)} times in this turn and still called tools (${names}). Raise maxSteps, or see why.`,
  );
}

async function toolsOf(client: McpToolClient, signal: AbortSignal): Promise<readonly ModelTool[]> {
  const tools: ModelTool[] = [];
  let cursor: string | undefined;
  do {
    const page = fieldsOf(await client.listTools?.(cursor === undefined ? {} : { cursor }, { signal }));
    keepHints(client, page);
    for (const tool of listOf(page.tools).map(fieldsOf)) {
      const description = textOf(tool.description);
      const parameters = toJson(tool.inputSchema ?? { type: "object" }, () => undefined) as JsonObject;
      tools.push({ name: String(tool.name), parameters, ...(description !== undefined && { description }) });
    }
    cursor = textOf(page.nextCursor);
  } while (cursor !== undefined);
  return tools;
}

type Ran = Pick<ToolCall, "output" | "error" | "executed"> & { readonly said: string };

/** The client may be any: a simulation comes between here. */
function callOf(client: McpToolClient, params: CallParams, signal: AbortSignal, note: (did: string) => void): unknown {
  const request = { method: "tools/call", params };
  const send = async (): Promise<unknown> => client.callTool?.(params, undefined, { signal });
  return Reflect.apply(inPlaceOfRequest(client, request, send, note), client, [request]);
}

type CallParams = Parameters<NonNullable<McpToolClient["callTool"]>>[0];

async function run(client: McpToolClient, { name, arguments: args }: ModelToolCall, signal: AbortSignal): Promise<Ran> {
  let isRefused = false;
  const refused = (): Pick<ToolCall, "executed"> => (isRefused ? { executed: false } : {});
  try {
    if (typeof args === "string") throw new Error(`the arguments are no JSON object: ${args}`);
    const note = (did: string): void => void (isRefused = did === "refused");
    const { content, structuredContent, isError } = fieldsOf(
      await callOf(client, { name, arguments: args }, signal, note),
    );
    const texts = listOf(content).map((part) => textOf(fieldsOf(part).text) ?? JSON.stringify(part));
    const said = texts.length === 0 ? JSON.stringify(structuredContent ?? null) : texts.join("\n");
    return isError === true ? { error: said, said, ...refused() } : { output: said, said };
  } catch (error) {
    if (signal.aborted) throw error;
    // A model that called it wrongly may put it right.
    return { error: messageOf(error), said: `Error: ${messageOf(error)}` };
  }
}
