import type { JsonValue } from "../../test-case/json.js";
import { mayHaveAsked, reasonsWithin } from "../conventions/may-ask.js";
import { textOf } from "../reading/attributes.js";
import { callsIn, historyIn, readChat } from "../reading/chat.js";
import { argumentsOf, isObject, jsonOf, keptJson } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Reading } from "../reading/read-span.js";
import { tokensIn } from "../reading/usage.js";
import { object, recordedSpan, type Fields, type RecordKind } from "./record-kind.js";

/** Trace items of the OpenAI Agents SDK: its traces and spans as a tracing processor is given them, or their JSON. */
export const openAiAgents: RecordKind = {
  fits: (record) => isSpan(record) || isTrace(record),
  reader: (all) => {
    const groups = new Map<string, string>();
    for (const record of all) {
      const [trace, group] = [traceIdOf(record), textOf(record.groupId) ?? textOf(record.group_id)];
      if (isTrace(record) && group !== undefined) groups.set(trace, group);
    }
    return (record) => (isSpan(record) ? [spanOf(record, groups.get(traceIdOf(record)))] : []);
  },
};

const dataOf = (record: Fields): unknown => record.spanData ?? record.span_data;
const isSpan = (record: Fields): boolean => typeof object(dataOf(record)).type === "string";
const isTrace = (record: Fields): boolean =>
  record.object === "trace" || record.type === "trace" || record.on === "traceStart" || record.on === "traceEnd";
const traceIdOf = (record: Fields): string =>
  textOf(record.traceId) ?? textOf(record.trace_id) ?? textOf(record.id) ?? "";

function spanOf(record: Fields, conversationId: string | undefined): PlainSpan {
  const data = object(dataOf(record));
  const error = errorOf(record, data);
  const ended = record.endedAt ?? record.ended_at;
  return recordedSpan({
    name: textOf(data.name) ?? textOf(data.type) ?? "",
    traceId: traceIdOf(record),
    spanId: textOf(record.spanId) ?? textOf(record.id) ?? "",
    parentSpanId: textOf(record.parentId) ?? textOf(record.parent_id),
    start: record.startedAt ?? record.started_at,
    end: ended,
    error,
    conversationId,
    reading: readingOf(data, { isOver: ended !== undefined && ended !== null, error }),
  });
}

/** An agent's error only says that it failed; the cause stands beside it. */
function errorOf({ error }: Fields, { type }: Fields): string | undefined {
  if (!isObject(error)) return undefined;
  const message = textOf(error.message) ?? "failed without a message";
  const cause = textOf(object(error.data).error);
  return cause === undefined || type === "function" ? message : `${message}: ${cause}`;
}

interface End {
  readonly isOver: boolean;
  readonly error: string | undefined;
}

function readingOf(data: Fields, end: End): Reading {
  switch (data.type) {
    case "agent":
      return { kind: "agent", agent: textOf(data.name), missing: [noAnswer] };
    case "generation":
      return modelReading(data.input, data.output, object(object(listed(data.output)[0])), data, end, switchedOff);
    case "response": {
      const response = object(data._response);
      return modelReading(data._input, response.output, response, data, end, onlyAnId);
    }
    case "function":
      return toolReading(data, end.error);
    case "handoff":
      return {
        kind: "custom",
        input: jsonOf(data.from_agent),
        output: jsonOf(data.to_agent),
        handoff: handoffOf(data.from_agent, data.to_agent),
      };
    case "custom": {
      const { usage, agent_name: agent } = object(data.data);
      return { kind: "chain", agent: textOf(agent), tokens: tokensIn(usage) };
    }
    default:
      return {
        kind: "custom",
        input: jsonOf(data.input),
        output: jsonOf(data.output),
        isAside: data.type === "guardrail",
      };
  }
}

function handoffOf(from: unknown, to: unknown): Reading["handoff"] {
  const name = textOf(to);
  return name === undefined ? undefined : { from: textOf(from), to: name };
}

const noAnswer = "the final answer is in no trace item of OpenAI Agents";
const switchedOff = "content was not captured (its traceIncludeSensitiveData is off)";
const onlyAnId = "its trace item holds no more of a response than the id";

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Without its text: which of the models' texts was the answer is known to the agent alone. */
function modelReading(
  given: unknown,
  returned: unknown,
  response: Fields,
  data: Fields,
  end: End,
  untold: string,
): Reading {
  const input = keptJson(given);
  const output = keptJson(returned);
  const asked = readChat(input, "user");
  const answered = readChat(output, "assistant");
  const model = textOf(response.model) ?? textOf(data.model);
  const hidden = returned === undefined && end.error === undefined;
  return {
    kind: "llm",
    input,
    output,
    inputText: asked.userText,
    requested: callsIn(answered),
    results: asked.results,
    history: historyIn(asked),
    hidesRequests:
      hidden ||
      mayHaveAsked({
        ended: end.isOver && end.error === undefined,
        requested: answered.requested,
        text: answered.assistantText,
        reasons: reasonsWithin(output),
        model,
      }),
    tokens: tokensIn(data.usage) ?? tokensIn(response.usage),
    model,
    missing: hidden ? [untold] : undefined,
  };
}

/** Both texts are empty where sensitive data is left out; a call without arguments has `{}`. */
function toolReading(data: Fields, error: string | undefined): Reading {
  const input = argumentsOf(textOf(data.input));
  const isHidden = input === undefined && data.output === "";
  const output: JsonValue | undefined = error !== undefined || isHidden ? undefined : jsonOf(data.output ?? undefined);
  return {
    kind: "tool",
    input,
    output,
    call: {
      name: textOf(data.name) ?? "unnamed tool",
      type: textOf(data.mcp_data) === undefined ? undefined : "mcp",
      inputParameters: input,
      output,
    },
  };
}
