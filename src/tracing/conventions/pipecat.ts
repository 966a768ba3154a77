import { countOf, firstOf, hasAny, textOf, tokensOf } from "../reading/attributes.js";
import { historyIn, readChat } from "../reading/chat.js";
import { argumentsOf, jsonOf, parseOrText } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { standardUsage } from "./standard-usage.js";
import { flagOf, secondsOf } from "./voice-values.js";

const signs: ReadonlySet<string> = new Set(["turn.number", "turn.was_interrupted", "conversation.type"]);
/** What the stages of a turn write that nobody else does under their names. */
const stages = ["stt", "llm", "tts", "llm_response", "llm_request", "llm_tool_call", "llm_tool_result"];
const ofStages: ReadonlySet<string> = new Set([
  ...["metrics.ttfb", "tool_count", "metrics.character_count", "tool.function_name", "tool.call_id"],
]);

/** Pipecat, by the names of its spans: conversation, turn, and the stages of a turn; `llm_*` where one model hears and speaks. */
export const readPipecat: ConventionReader = (span, rest) => {
  const { scope, name, attributes } = span;
  const isOne = hasAny(attributes, signs) || (stages.includes(name) && hasAny(attributes, ofStages));
  if (!isOne && !scope.startsWith("pipecat")) return undefined;
  if (name === "conversation") return { kind: "chain" };
  if (name === "turn") return turnReading(span);
  if (name === "stt") return heardReading(span);
  if (name === "tts") return spokenReading(span);
  if (name === "llm" || name === "llm_response") return modelReading(span);
  if (name === "llm_request") return requestReading(span);
  if (attributes["tool.function_name"] !== undefined || attributes["tool.call_id"] !== undefined)
    return toolReading(span);
  return rest?.() ?? { kind: "custom" };
};

function turnReading({ attributes }: PlainSpan): Reading {
  const interrupted = flagOf(attributes["turn.was_interrupted"]);
  // A turn that the end of the conversation cut short says the same, though nobody barged in.
  const byEnd = interrupted === true && flagOf(attributes["turn.ended_by_conversation_end"]) === true;
  return {
    kind: "agent",
    exchange: {
      part: "whole",
      latencyMs: secondsOf(attributes["turn.user_bot_latency_seconds"]),
      ...(!byEnd && interrupted !== undefined && { interrupted }),
    },
  };
}

function heardReading({ attributes }: PlainSpan): Reading {
  const text = textOf(attributes.transcript);
  const transcriptionMs = secondsOf(attributes["metrics.ttfb"]);
  return {
    kind: "custom",
    output: text,
    model: textOf(attributes["gen_ai.request.model"]),
    ...(flagOf(attributes.is_final) !== false && { inputText: text, exchange: { part: "heard" } }),
    ...(transcriptionMs !== undefined && { delays: { transcriptionMs } }),
  };
}

function spokenReading({ attributes }: PlainSpan): Reading {
  const interrupted = flagOf(attributes["tts.interrupted"]);
  const firstAudioMs = secondsOf(attributes["metrics.ttfb"]);
  return {
    kind: "custom",
    input: textOf(attributes.text),
    model: textOf(attributes["gen_ai.request.model"]),
    exchange: { part: "spoken", ...(interrupted !== undefined && { interrupted }) },
    ...(firstAudioMs !== undefined && { delays: { firstAudioMs } }),
  };
}

/** `tools` are those on offer. What the model asked for shows only in what it is told next. */
function modelReading(span: PlainSpan): Reading {
  const { attributes } = span;
  const asked = readChat(jsonOf(attributes.input), "user");
  const output = textOf(attributes.output);
  const firstTokenMs = secondsOf(attributes["metrics.ttfb"]);
  const isOver = span.endTimeUnixMs !== null && span.status.code !== 2;
  const tokens = tokensOf(
    countOf(firstOf(span, "gen_ai.usage.input_tokens", "tokens.prompt")),
    countOf(firstOf(span, "gen_ai.usage.output_tokens", "tokens.completion")),
    countOf(attributes["tokens.total"]),
    countOf(firstOf(span, ...standardUsage.cached)),
    countOf(firstOf(span, ...standardUsage.reasoning)),
  );
  return {
    kind: "llm",
    input: jsonOf(attributes.input),
    output,
    inputText: asked.userText,
    outputText: output,
    results: asked.results,
    history: historyIn(asked),
    hidesRequests: isOver && output === undefined,
    tokens,
    model: textOf(attributes["gen_ai.request.model"]),
    ...(firstTokenMs !== undefined && { delays: { firstTokenMs } }),
  };
}

function requestReading({ attributes }: PlainSpan): Reading {
  const input = jsonOf(attributes.input);
  const asked = readChat(input, "user");
  return { kind: "custom", input, inputText: asked.userText, results: asked.results, history: historyIn(asked) };
}

const invalid = /^Invalid JSON: /;

function toolReading({ name, attributes }: PlainSpan): Reading {
  const id = textOf(attributes["tool.call_id"]);
  const given = textOf(attributes["tool.result"]);
  const result = given === undefined ? undefined : parseOrText(given.replace(invalid, ""));
  const failed = attributes["tool.result_status"] === "error";
  const error = failed ? (typeof result === "string" ? result : JSON.stringify(result ?? "failed")) : undefined;
  const answer = failed ? { error } : { output: result };
  if (name === "llm_tool_result") return { kind: "custom", ...(id !== undefined && { results: [{ id, ...answer }] }) };
  const spelled = textOf(attributes["tool.arguments"]);
  const isCut = spelled?.endsWith("...") === true && typeof parseOrText(spelled) === "string";
  const input = isCut ? undefined : argumentsOf(spelled);
  const [, ...others] = (textOf(attributes["tool.all_function_names"]) ?? "").split(",");
  return {
    kind: "tool",
    input,
    output: result,
    call: { name: textOf(attributes["tool.function_name"]) ?? "unnamed tool", id, inputParameters: input, ...answer },
    // Of several calls at once it records the names, but only the first one's arguments.
    declared: others.filter((other) => other.trim() !== "").map((other) => ({ name: other.trim() })),
    missing: isCut ? ["its arguments were cut off by Pipecat"] : undefined,
  };
}
