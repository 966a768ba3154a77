import { RehearsalError } from "../errors.js";
import { modelFailed, shown, type Caller } from "./caller.js";
import { jsonInText } from "./json-in-text.js";
import type { ModelMessage, ModelRequest, ModelResponse } from "./language-model.js";

type Ask = (request: ModelRequest) => Promise<ModelResponse>;

/** Asks, and where a schema is wanted reads the JSON, asking a second time with the error if there is none. */
export async function askForJson(caller: Caller, request: ModelRequest, ask: Ask): Promise<ModelResponse> {
  const { schema } = request;
  const first = await ask(request);
  if (schema === undefined || isToolRequest(first)) return first;
  const read = jsonInText(first.text, schema.schema);
  if ("value" in read) return { ...first, json: read.value };
  if (first.finishReason === "length") throw cutOff(caller, first, first.usage);

  const correction = `That is not the JSON that was asked for: ${read.problem}. ${jsonInstruction(schema.schema)}`;
  const said: ModelMessage[] = first.text.trim() === "" ? [] : [{ role: "assistant", content: first.text }];
  const messages = [...request.messages, ...said, { role: "user", content: correction } as const];
  const second = await ask({ ...request, messages }).catch((error: unknown) => {
    throw alsoSpent(first.usage, error);
  });
  const usage = sum(first.usage, second.usage);
  if (isToolRequest(second)) return { ...second, usage };
  const reread = jsonInText(second.text, schema.schema);
  if ("value" in reread) return { ...second, usage, json: reread.value };
  if (second.finishReason === "length") throw cutOff(caller, second, usage);
  throw modelFailed(
    caller,
    `was asked twice for JSON (${schema.name}) and gave none: ${reread.problem}. It said: ${quoted(caller, second.text)}. ` +
      "Take a model that supports structured output.",
    { usage },
  );
}

/** The messages, with the schema told where one is wanted: for a server that does not take it otherwise. */
export function instructed({ messages, schema }: ModelRequest): readonly ModelMessage[] {
  if (schema === undefined) return messages;
  const instruction = jsonInstruction(schema.schema);
  const [first, ...rest] = messages;
  // Into the first system message: many chat templates allow only one.
  return first?.role === "system"
    ? [{ role: "system", content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: "system", content: instruction }, ...messages];
}

const jsonInstruction = (schema: object): string =>
  `Answer with one JSON value that matches this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;

/** Text that was cut off before it began, or filtered, is no answer. */
export function assertUsable(caller: Caller, response: ModelResponse): ModelResponse {
  const { text, toolCalls, finishReason } = response;
  if (finishReason === "content_filter") {
    const said = text === "" ? "" : ` It had said: ${quoted(caller, text)}.`;
    throw modelFailed(
      caller,
      `was stopped by the provider's content filter.${said} Reword the request, or change the filter.`,
      { usage: response.usage },
    );
  }
  if (finishReason === "length" && text.trim() === "" && toolCalls.length === 0)
    throw cutOff(caller, response, response.usage);
  return response;
}

const isToolRequest = ({ text, toolCalls }: ModelResponse) => toolCalls.length > 0 && text.trim() === "";

function cutOff(caller: Caller, { text, usage: { outputTokens } }: ModelResponse, usage: Usage) {
  const tokens = outputTokens === null ? "" : ` (${String(outputTokens)} tokens)`;
  const said = text.trim() === "" ? "before it said anything" : `after: ${quoted(caller, text)}`;
  return modelFailed(caller, `was cut off at its limit of output tokens${tokens} ${said}. Raise maxTokens.`, { usage });
}

const quoted = (caller: Caller, text: string) => (text.trim() === "" ? "nothing" : `"${shown(caller, text)}"`);

type Usage = ModelResponse["usage"];

const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
const sum = (a: Usage, b: Usage): Usage => ({
  inputTokens: add(a.inputTokens, b.inputTokens),
  outputTokens: add(a.outputTokens, b.outputTokens),
});

/** The error of a second request, which tells what the first one spent too. */
function alsoSpent(first: Usage, error: unknown): unknown {
  if (!(error instanceof RehearsalError)) return error;
  const { code, message, cause, issues, usage } = error;
  return new RehearsalError(code, message, { cause, issues, usage: usage === undefined ? first : sum(first, usage) });
}
