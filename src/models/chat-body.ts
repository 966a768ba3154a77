import { isJsonObject, type JsonObject, type JsonValue } from "../test-case/json.js";
import { chatMessages, chatTools } from "./chat-messages.js";
import type { Failure } from "./failure.js";
import { instructed } from "./json-answer.js";
import type { ModelRequest } from "./language-model.js";

/** What a server turned out not to take, and is not sent again. */
export type Concession = "json_schema" | "json_object" | "temperature" | "seed" | "token_limit";

export interface ChatSettings {
  readonly model: string;
  /** Whether the server is OpenAI's own, which wants `max_completion_tokens`; others know `max_tokens`. */
  readonly official: boolean;
  readonly temperature?: number;
  readonly seed?: number;
}

export type ChatBody = Readonly<Record<string, unknown>>;

export function chatBody(request: ModelRequest, settings: ChatSettings, made: ReadonlySet<Concession>): ChatBody {
  const { tools = [], schema, maxTokens } = request;
  const temperature = request.temperature ?? settings.temperature;
  const seed = request.seed ?? settings.seed;
  const limit = settings.official === made.has("token_limit") ? "max_tokens" : "max_completion_tokens";
  const messages = made.has("json_schema") ? instructed(request) : request.messages;
  return {
    model: settings.model,
    messages: chatMessages(messages),
    ...(tools.length > 0 ? { tools: chatTools(tools) } : {}),
    ...(schema === undefined ? {} : responseFormat(schema, made)),
    ...(temperature === undefined || made.has("temperature") ? {} : { temperature }),
    ...(seed === undefined || made.has("seed") ? {} : { seed }),
    ...(maxTokens === undefined ? {} : { [limit]: maxTokens }),
  };
}

function responseFormat({ name, schema }: NonNullable<ModelRequest["schema"]>, made: ReadonlySet<Concession>) {
  if (made.has("json_object")) return {};
  if (made.has("json_schema")) return { response_format: { type: "json_object" } };
  const safe = name.replace(/[^\w-]/g, "_").slice(0, 64);
  return { response_format: { type: "json_schema", json_schema: { name: safe, schema, strict: isStrict(schema) } } };
}

/** Strict mode takes only schemas whose objects are closed and require all their properties. */
function isStrict(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== "object" || schema === null) return true;
  const node = schema as JsonObject;
  if (isJsonObject(node.properties) || node.type === "object") {
    const required = Array.isArray(node.required) ? node.required : [];
    const names = isJsonObject(node.properties) ? Object.keys(node.properties) : [];
    if (node.additionalProperties !== false || !names.every((name) => required.includes(name))) return false;
  }
  return Object.entries(node).every(([key, item]) => key === "enum" || key === "const" || isStrict(item));
}

/** What to leave out or change after this failure so that the request may pass. Null: nothing is known. */
export function concessionFor(failure: Failure, body: ChatBody): Concession | null {
  const { status, body: said } = failure;
  if (status !== 400 && status !== 422 && status !== 501) return null;
  if ("temperature" in body && /temperature/i.test(said)) return "temperature";
  if ("max_tokens" in body && /max_completion_tokens/.test(said)) return "token_limit";
  if ("max_completion_tokens" in body && /max_(completion_)?tokens/.test(said)) return "token_limit";
  if ("seed" in body && /\bseed\b/i.test(said)) return "seed";
  const format = body.response_format as { readonly type: string } | undefined;
  if (format === undefined || (said !== "" && !aboutFormat.test(said))) return null;
  return format.type === "json_schema" ? "json_schema" : "json_object";
}

const aboutFormat = /response.?format|json.?schema|json.?object|json.?mode|structured.?output|grammar/i;
