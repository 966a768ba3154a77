import { messageOf } from "../../errors.js";
import { fieldsOf, listOf, textOf } from "../../models/fields.js";
import type { LanguageModel, ModelMessage } from "../../models/language-model.js";
import { described } from "../../test-case/unknown-option.js";
import type { Agent, AgentInput } from "../agent.js";
import { checkOptions, misused, noReply } from "./adapter-error.js";
import { checkTemplate, fillTemplate } from "./body-template.js";
import { GREETING_PROMPT } from "./history.js";
import { MadeMessages } from "./made-messages.js";
import { answerWithTools, type McpToolClient } from "./mcp-tools.js";
import { promptMessages } from "./mcp-prompt-messages.js";

/** The part of a client of `@modelcontextprotocol/sdk` that is used. */
export interface McpPromptClient extends McpToolClient {
  getPrompt(request: { name: string; arguments?: Record<string, string> }, options?: object): Promise<unknown>;
  listPrompts?(): Promise<unknown>;
}

type Arguments = Readonly<Record<string, string>>;

export interface McpPromptAgentOptions {
  /** Connected to the server. */
  readonly client: McpPromptClient;
  /** The name of the prompt. */
  readonly prompt: string;
  /**
   * Its arguments: texts in which placeholders are filled in as in the body of `httpAgent` (`{{input}}`,
   * `{{golden.facts.order_id}}`, `{{variables.tenant}}`), or a function of the turn. Default: none.
   */
  readonly arguments?: Arguments | ((input: AgentInput) => Arguments);
  /** Who answers by the prompt. */
  readonly model: LanguageModel;
  /** Let the model call the server's tools, which really run where a simulation does not keep them away. Default: false. */
  readonly tools?: boolean;
  /** How often the model is asked in one turn, where it calls tools. Default: 10. */
  readonly maxSteps?: number;
  /** The user's message where the agent speaks first. Default: that the user has just joined. */
  readonly greetingPrompt?: string;
}

const known = [
  "client",
  "prompt",
  "arguments",
  "model",
  "tools",
  "maxSteps",
  "greetingPrompt",
] as const satisfies readonly (keyof McpPromptAgentOptions)[];
const NAME = "mcpPromptAgent";

/**
 * A prompt of an MCP server as the agent under test, played by a model. It is rendered anew at each turn. What it has the user
 * say at its beginning is the system prompt; messages after the first of the assistant stand before the conversation, as
 * examples do.
 *
 * @example
 * const agent = mcpPromptAgent({ client, prompt: "support", arguments: { tenant: "{{variables.tenant}}" }, model });
 */
export function mcpPromptAgent(options: McpPromptAgentOptions): Agent {
  check(options);
  const { client, prompt, model, tools = false, maxSteps = 10, greetingPrompt = GREETING_PROMPT } = options;
  const made = new MadeMessages();
  return async (input) => {
    const { signal } = input;
    const rendered = promptMessages(NAME, prompt, await render(client, prompt, argumentsFor(options, input), signal));
    const messages = [...rendered, ...(made.before(input, greetingPrompt) as ModelMessage[])];
    if (!tools) return (await model.generate({ messages, signal })).text;
    const answer = await answerWithTools({ client, model, messages, maxSteps, signal, adapter: NAME });
    made.keep(input, answer.messages, [answer.text]);
    return { role: "assistant", content: answer.text, toolsCalled: answer.toolsCalled };
  };
}

function argumentsFor({ arguments: given = {} }: McpPromptAgentOptions, input: AgentInput): Record<string, string> {
  const filled = typeof given === "function" ? given(input) : fillTemplate(given, input, `${NAME}: arguments`);
  return Object.fromEntries(
    Object.entries(filled as object).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === "string" ? value : value === null ? "" : JSON.stringify(value),
    ]),
  );
}

async function render(
  client: McpPromptClient,
  name: string,
  args: Record<string, string>,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await client.getPrompt({ name, arguments: args }, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const given = Object.keys(args).join(", ") || "none";
    throw noReply(
      NAME,
      `the server did not render the prompt "${name}" (arguments: ${given}): ${messageOf(error)}.${await offered(client)}`,
    );
  }
}

async function offered(client: McpPromptClient): Promise<string> {
  try {
    const names = listOf(fieldsOf(await client.listPrompts?.()).prompts).map((each) => textOf(fieldsOf(each).name));
    return names.length === 0 ? "" : ` It offers: ${names.join(", ")}.`;
  } catch {
    return "";
  }
}

function check(options: McpPromptAgentOptions): void {
  checkOptions(NAME, options, known);
  const { client, prompt, model, tools, maxSteps, arguments: args = {} } = options;
  const { getPrompt, listTools, callTool } = fieldsOf(client);
  if (typeof getPrompt !== "function")
    throw misused(NAME, `client must be a connected MCP client; got ${described(client)}`);
  if (typeof prompt !== "string" || prompt === "")
    throw misused(NAME, "prompt must be the name of a prompt of the server");
  if (typeof fieldsOf(model).generate !== "function")
    throw misused(NAME, "it needs a model, for example new OpenAIModel()");
  if (tools === true && (typeof listTools !== "function" || typeof callTool !== "function")) {
    throw misused(NAME, "the client can't call tools (it has no listTools and callTool): leave tools away");
  }
  if (maxSteps !== undefined && !(Number.isSafeInteger(maxSteps) && maxSteps > 0)) {
    throw misused(NAME, `maxSteps must be a positive integer; got ${String(maxSteps)}`);
  }
  if (typeof args !== "function") checkTemplate(args, `${NAME}: arguments`);
}
