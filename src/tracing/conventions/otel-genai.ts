import { isJsonObject } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { costOf, firstOf, objectsIn, textOf } from "../reading/attributes.js";
import { callsIn, historyIn } from "../reading/chat.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { argumentsOf, jsonOf } from "../reading/json-text.js";
import { partsOf } from "../reading/message-parts.js";
import { readMessageList } from "../reading/messages.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading, ReturnedResult } from "../reading/read-span.js";
import { firstChoice } from "./first-choice.js";
import { ownMissing } from "./own-missing.js";
import { isRedacted, withRedacted } from "./redacted.js";
import { standardTokens, standardUsage } from "./standard-usage.js";
import { asksForTools, reasonsOf } from "./finish-reasons.js";
import { mayHaveAsked, reasonsWithin } from "./may-ask.js";
import { spelledMessages } from "./spelled-messages.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  chat: "llm",
  generate_content: "llm",
  text_completion: "llm",
  generate_live_content: "llm",
  execute_tool: "tool",
  invoke_agent: "agent",
  agent_step: "chain",
  invoke_workflow: "chain",
  plan: "chain",
  retrieval: "retriever",
  search_memory: "retriever",
  embeddings: "embedding",
  rerank: "reranker",
};

/** Not in the standard, but written by those who guard and judge. */
const asides: ReadonlySet<string> = new Set(["guard", "guardrail", "guardrail.run", "evaluate"]);

const content =
  "content was not captured (its capture is off in the instrumentation, or it is in log records: give them as logRecords)";
const unanswered = "its answer was not recorded";
const unshown = "the calls that it asked for were not recorded";

/** OpenTelemetry's GenAI conventions with messages as attributes (1.37 and later, AI SDK 7 among them). */
export const readOtelGenAi: ConventionReader = (span) => {
  const operation = textOf(span.attributes["gen_ai.operation.name"]);
  if (operation === undefined) return isTool(span) ? toolReading(span) : undefined;
  const kind = Object.hasOwn(kinds, operation) ? (kinds[operation] ?? "custom") : "custom";
  if (operation === "create_agent") return { kind: "creation" };
  if (kind === "tool") return toolReading(span);
  if (kind === "retriever") return retrieverReading(span);
  return readStandardMessages(span, kind, asides.has(operation));
};

/** Where the agent speaks, each of its runs is one exchange, and says how it ended. */
function agentFields(attributes: PlainSpan["attributes"]): Pick<Reading, "agent" | "exchange"> {
  const end = attributes["gen_ai.agent.invocation.end_reason"] ?? attributes["gen_ai.conversation.turn.end_reason"];
  const interrupted = end === "interrupted" ? true : end === "completed" ? false : undefined;
  return {
    agent: textOf(attributes["gen_ai.agent.name"]),
    exchange: interrupted === undefined ? undefined : { part: "whole", interrupted },
  };
}

/** Pydantic AI named its operation on tools last of all. */
const isTool = ({ attributes }: PlainSpan): boolean =>
  textOf(attributes["gen_ai.tool.name"]) !== undefined &&
  (attributes["gen_ai.tool.call.id"] !== undefined || attributes.tool_arguments !== undefined);

function toolReading(span: PlainSpan): Reading {
  const { name, attributes } = span;
  const id = textOf(attributes["gen_ai.tool.call.id"]);
  const description = textOf(attributes["gen_ai.tool.description"]);
  const input = argumentsOf(firstOf(span, "gen_ai.tool.call.arguments", "tool_arguments"));
  const output = jsonOf(firstOf(span, "gen_ai.tool.call.result", "tool_response"));
  return {
    kind: "tool",
    error: untoldError(span),
    input,
    output,
    call: {
      name: textOf(attributes["gen_ai.tool.name"]) ?? (name.replace(/^execute_tool\s+/, "").trim() || "unnamed tool"),
      id,
      description,
      inputParameters: input,
      ...(isRedacted(attributes) && { redacted: true }),
      output,
    },
  };
}

/** The standard has `error.type` on nothing but what failed; not all set the status as well. */
function untoldError({ attributes, status, events }: PlainSpan): string | undefined {
  const type = textOf(attributes["error.type"]);
  if (type === undefined || status.code !== 0) return undefined;
  const exception = events.findLast(({ name }) => name === "exception")?.attributes;
  return textOf(exception?.["exception.message"]) ?? status.message ?? type;
}

function retrieverReading({ attributes }: PlainSpan): Reading {
  const input = textOf(attributes["gen_ai.retrieval.query.text"] ?? attributes["gen_ai.memory.query.text"]);
  const output = jsonOf(attributes["gen_ai.retrieval.documents"] ?? attributes["gen_ai.memory.records"]);
  const found = documentsOf(output);
  const untold = withoutText(found);
  return {
    kind: "retriever",
    input,
    inputText: input,
    output,
    documents: found?.documents,
    missing: untold === undefined ? undefined : [untold],
  };
}

/** How the AI SDK spells that a call was turned down; a tool that returns the same has a span of its own there. */
const withDenied = (results: readonly ReturnedResult[], { scope }: PlainSpan): readonly ReturnedResult[] =>
  scope !== "gen_ai"
    ? results
    : results.map((result) =>
        isJsonObject(result.output) && result.output.denied === true ? { id: result.id, denied: true } : result,
      );

/** Whatever asks a model, by the attributes that the standard has for that. */
export function readStandardMessages(span: PlainSpan, kind: SpanKind, isAside = false): Reading {
  const { attributes } = span;
  const incoming = attributes["gen_ai.input.messages"];
  const outgoing = attributes["gen_ai.output.messages"];
  const input = jsonOf(incoming);
  const output = jsonOf(outgoing);
  const sent = objectsIn(input);
  const choices = objectsIn(output);
  const got = kind === "llm" ? firstChoice(choices, span) : choices;
  const asked = readMessageList(spelledMessages(sent) ?? sent);
  const answered = readMessageList(got);
  const reasons = reasonsOf(attributes["gen_ai.response.finish_reasons"]);
  const finish =
    got === choices ? [...reasons, ...reasonsWithin(output)] : [...reasons.slice(0, 1), ...reasonsWithin(got)];
  const ended = kind === "llm" && span.endTimeUnixMs !== null && span.status.code !== 2;
  // Messages that say nothing are what events leave of them when their capture is off.
  const silent = answered.requested.length === 0 && got.length > 0 && got.every((each) => partsOf(each).length === 0);
  const hidden = ended && (outgoing === undefined || (answered.assistantText === undefined && silent));
  const unseen = ended && !hidden && answered.requested.length === 0 && asksForTools(finish);
  const model = textOf(firstOf(span, "gen_ai.response.model", "gen_ai.request.model"));
  return {
    kind,
    isAside,
    input,
    output,
    inputText: asked.userText,
    outputText: answered.assistantText,
    requested: kind === "llm" ? withRedacted(callsIn(answered), isRedacted(attributes)) : undefined,
    results: kind === "llm" ? withDenied(asked.results, span) : undefined,
    history: kind === "llm" ? historyIn(asked) : undefined,
    hidesRequests: mayHaveAsked({
      ended,
      requested: answered.requested,
      text: answered.assistantText,
      reasons: finish,
      model: `${model ?? ""} ${textOf(firstOf(span, "gen_ai.provider.name", "gen_ai.system")) ?? ""}`,
    }),
    ...(kind === "agent" && agentFields(attributes)),
    tokens: standardTokens(span),
    costUsd: costOf(firstOf(span, ...standardUsage.cost)),
    model,
    responseId: textOf(attributes["gen_ai.response.id"]),
    missing:
      ownMissing(attributes) ??
      (hidden ? [incoming === undefined ? content : unanswered] : unseen ? [unshown] : undefined),
  };
}
