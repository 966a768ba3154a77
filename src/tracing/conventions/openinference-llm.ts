import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { countOf, firstOf, textOf, tokensOf } from "../reading/attributes.js";
import { historyIn, readChat } from "../reading/chat.js";
import { isObject, jsonOf } from "../reading/json-text.js";
import type { Part } from "../reading/message-parts.js";
import { readMessageList, type Messages } from "../reading/messages.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Reading, RequestedCall } from "../reading/read-span.js";
import { takenApart } from "../reading/split-calls.js";
import { listOf } from "../reading/unflatten.js";
import { costIn } from "../reading/usage.js";
import { asksForTools } from "./finish-reasons.js";
import { mayHaveAsked, reasonsWithin } from "./may-ask.js";
import { flatMessages } from "./openinference-messages.js";
import { hiddenNote, metadataOf, plainTextOf, valueOf } from "./openinference-values.js";
import { responseIdIn } from "./response-id.js";

const unshown = "the calls that it asked for were not recorded";

/** A model call of OpenInference: `llm.*`, with the bodies of request and answer in `input.value` and `output.value`. */
export function readOpenInferenceLlm(span: PlainSpan): Reading {
  const { attributes } = span;
  const input = valueOf(attributes, "input");
  const output = valueOf(attributes, "output");
  const asked = messagesOf(span, flatMessages(span, "input"), () => readChat(input, "user"));
  const answered = messagesOf(span, choiceIn(flatMessages(span, "output"), output), () =>
    readChat(output, "assistant"),
  );
  const { requested, isTangled, notes } = takenApart(answered.requested, () => offeredBy(span));
  const outputText = answered.assistantText ?? plainTextOf(attributes, "output");
  const model = textOf(firstOf(span, "llm.response.model_name", "llm.model_name", "llm.request.model_name"));
  const reasons = [textOf(attributes["llm.finish_reason"]), ...reasonsWithin(output)];
  const ended = span.endTimeUnixMs !== null && span.status.code !== 2;
  const unseen = requested.length === 0 && !isTangled && ended && asksForTools(reasons);
  return {
    kind: "llm",
    input,
    output,
    inputText: asked.userText ?? plainTextOf(attributes, "input"),
    outputText,
    requested,
    results: asked.results,
    history: historyIn(asked),
    hidesRequests: isTangled || mayHaveAsked({ ended, requested, text: outputText, reasons, model }),
    tokens: tokensIn(span),
    costUsd: costIn(attributes["llm.cost.total"], attributes["llm.cost.prompt"], attributes["llm.cost.completion"]),
    model,
    responseId: textOf(attributes["gen_ai.response.id"]) ?? responseIdIn(output),
    metadata: metadataOf(attributes),
    missing: [...hiddenNote(attributes), ...notes, ...(unseen ? [unshown] : [])],
  };
}

/**
 * What is flattened can lack ids and texts that the bodies have, and its end where there were too many attributes; of
 * LangChain's messages it has only what some providers put there a second time.
 */
function messagesOf(span: PlainSpan, flat: readonly Part[], inBody: () => Messages): Messages {
  if (isOfLangChain(span)) return inBody();
  const read = readMessageList(flat);
  if (
    flat.length > 0 &&
    span.droppedAttributesCount === 0 &&
    !flat.some((each) => lacksIds(each) || isBare(each) || isHosted(each))
  )
    return read;
  const body = inBody();
  if (flat.some(isBare) && (body.assistantText ?? "") !== "") return body;
  const size = ({ requested, results }: Messages): number => requested.length + results.length;
  return flat.length === 0 || size(body) >= Math.max(1, size(read)) ? body : read;
}

/** The messages of an answer with several choices are these, of which only the first can be gone on with. */
const choiceIn = (flat: readonly Part[], body: JsonValue | undefined): readonly Part[] =>
  isJsonObject(body) && Array.isArray(body.choices) && body.choices.length === flat.length ? flat.slice(0, 1) : flat;

/** By how it writes its messages, whoever recorded them. */
function isOfLangChain({ attributes }: PlainSpan): boolean {
  const input = attributes["input.value"];
  return typeof input === "string" && input.startsWith('{"messages":[[') && input.includes('"kwargs"');
}

function lacksIds({ role, tool_call_id: result, tool_calls: calls }: Part): boolean {
  if (role === "tool") return result === undefined;
  return Array.isArray(calls) && (calls as readonly unknown[]).some((call) => isObject(call) && call.id === undefined);
}

/** Of tools that OpenAI runs itself but the type is flattened, as if it were a name. */
const isHosted = ({ tool_calls: calls }: Part): boolean =>
  Array.isArray(calls) &&
  (calls as readonly unknown[]).some((call) => {
    const called = isObject(call) && isObject(call.function) ? call.function : {};
    return called.arguments === undefined && /^\w+_call$/.test(textOf(called.name) ?? "");
  });

/** An answer of which but the role was flattened, as happens to those of models that OpenAI Agents does not know. */
const isBare = ({ role, content, tool_calls: calls, function_call: call }: Part): boolean =>
  role === "assistant" && Array.isArray(content) && content.length === 0 && calls === undefined && call === undefined;

/** Of the AI SDK's spans its exporter leaves the details as they are. */
const tokensIn = (span: PlainSpan): Reading["tokens"] =>
  tokensOf(
    countOf(span.attributes["llm.token_count.prompt"]),
    countOf(span.attributes["llm.token_count.completion"]),
    countOf(span.attributes["llm.token_count.total"]),
    countOf(firstOf(span, "llm.token_count.prompt_details.cache_read", "ai.usage.cachedInputTokens")),
    countOf(firstOf(span, "llm.token_count.completion_details.reasoning", "ai.usage.reasoningTokens")),
  );

/** Names of the tools that the model could choose from. These are no calls. */
function offeredBy({ attributes }: PlainSpan): readonly RequestedCall["name"][] {
  return listOf(attributes, "llm.tools").flatMap(({ tool }) => {
    if (!isObject(tool)) return [];
    const schema = jsonOf(tool.json_schema);
    const inner = isObject(schema) && isObject(schema.function) ? schema.function : schema;
    return textOf(tool.name) ?? (isObject(inner) ? textOf(inner.name) : undefined) ?? [];
  });
}
