import { mayHaveAsked, reasonsWithin } from "../conventions/may-ask.js";
import type { JsonValue } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { objectsOf, textOf } from "../reading/attributes.js";
import { callsIn, historyIn, readChat } from "../reading/chat.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { isObject, keptJson } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Reading, Tokens } from "../reading/read-span.js";
import { replyText, userText } from "../reading/texts.js";
import { costIn, tokensIn } from "../reading/usage.js";
import { toolCallOf } from "./langsmith-tool.js";
import { object, recordedSpan, type Fields, type RecordKind } from "./record-kind.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  llm: "llm",
  chat_model: "llm",
  tool: "tool",
  chain: "chain",
  retriever: "retriever",
  embedding: "embedding",
};

/** Deeper runs are cut off, lest a run that is its own child is read for ever. */
const DEEPEST = 200;

/** Runs of LangSmith: trees with `child_runs`, or a flat list of which each names its parent. */
export const langSmith: RecordKind = {
  fits: (record) => typeof record.run_type === "string",
  reader: () => (record) => runsIn(record, undefined, 0),
};

interface Parent {
  readonly traceId: string;
  readonly spanId: string;
  readonly conversationId: string | undefined;
}

function runsIn(run: Fields, around: Parent | undefined, depth: number): readonly PlainSpan[] {
  const path = pathOf(run.dotted_order);
  const spanId = textOf(run.id) ?? path.at(-1)?.id ?? "";
  const parentSpanId =
    textOf(run.parent_run_id) ?? textOf(object(run.parent_run).id) ?? around?.spanId ?? path.at(-2)?.id;
  const traceId = textOf(run.trace_id) ?? path[0]?.id ?? around?.traceId ?? (parentSpanId === undefined ? spanId : "");
  const metadata = object(object(run.extra).metadata);
  const conversationId =
    textOf(metadata.thread_id) ??
    textOf(metadata.session_id) ??
    textOf(metadata.conversation_id) ??
    around?.conversationId;
  const span = recordedSpan({
    name: textOf(run.name) ?? "",
    traceId,
    spanId,
    parentSpanId,
    start: path.at(-1)?.time ?? run.start_time,
    end: run.end_time,
    error: textOf(run.error),
    conversationId,
    reading: readingOf(run, metadata, parentSpanId === undefined),
  });
  const children = depth < DEEPEST && Array.isArray(run.child_runs) ? (run.child_runs as readonly unknown[]) : [];
  const parent = { traceId, spanId, conversationId };
  return [span, ...children.filter(isObject).flatMap((child) => runsIn(child, parent, depth + 1))];
}

/** `20240919T171648637974Z<id>.…`: from the root to the run, each with its start to the microsecond. */
function pathOf(order: unknown): readonly { readonly time: string; readonly id: string }[] {
  return (textOf(order) ?? "").split(".").flatMap((step) => {
    const [, year, month, day, hour, minute, second, fraction, id] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d+)Z(.+)$/.exec(step) ?? [];
    if (year === undefined || id === undefined) return [];
    return [
      {
        id,
        time: `${year}-${month ?? ""}-${day ?? ""}T${hour ?? ""}:${minute ?? ""}:${second ?? ""}.${fraction ?? ""}Z`,
      },
    ];
  });
}

function readingOf(run: Fields, metadata: Fields, isRoot: boolean): Reading {
  const type = textOf(run.run_type) ?? "";
  const kind = Object.hasOwn(kinds, type) ? (kinds[type] ?? "custom") : "custom";
  const input = keptJson(run.inputs);
  const output = keptJson(run.outputs ?? undefined);
  if (kind === "tool") return { kind, input, output, call: toolCallOf(run) };
  if (kind === "llm") return modelReading(run, metadata, input, output);
  if (kind === "retriever") return retrieverReading(input, output);
  return {
    kind,
    input,
    output,
    inputText: userText(input) ?? readChat(input, "user").userText,
    // The outermost run's output is the answer, whatever it is made of.
    outputText: readChat(output, "assistant").assistantText ?? replyText(output, isRoot && kind === "chain"),
  };
}

function modelReading(
  run: Fields,
  metadata: Fields,
  input: JsonValue | undefined,
  output: JsonValue | undefined,
): Reading {
  const asked = readChat(input, "user");
  const answered = readChat(output, "assistant");
  const ended = run.error === undefined && run.end_time !== undefined;
  const hidden = ended && output === undefined;
  const model = textOf(metadata.ls_model_name) ?? textOf(object(output).model);
  const { requested, assistantText } = answered;
  return {
    kind: "llm",
    input,
    output,
    inputText: asked.userText,
    outputText: assistantText,
    requested: callsIn(answered),
    results: asked.results,
    history: historyIn(asked),
    hidesRequests: mayHaveAsked({ ended, requested, text: assistantText, reasons: reasonsWithin(output), model }),
    tokens: tokensOf(run, metadata, output),
    costUsd: costIn(run.total_cost, run.prompt_cost, run.completion_cost),
    model,
    missing: hidden ? ["content was not captured (inputs or outputs are hidden from LangSmith)"] : undefined,
  };
}

/** Where LangSmith's wrappers, LangChain in two languages, and LangSmith itself count tokens. */
function tokensOf(run: Fields, metadata: Fields, output: JsonValue | undefined): Tokens | undefined {
  const answer = object(output);
  const llm = object(answer.llm_output ?? answer.llmOutput);
  const [message] = objectsOf((Array.isArray(answer.generations) ? (answer.generations as JsonValue[]) : []).flat());
  const kwargs = object(object(message?.message).kwargs ?? message?.message);
  const places = [
    answer.usage_metadata,
    metadata.usage_metadata,
    answer.usage,
    llm.tokenUsage,
    llm.token_usage,
    kwargs.usage_metadata,
  ];
  // Of the run itself only these: its inputs and outputs are something else.
  const own = {
    prompt_tokens: run.prompt_tokens,
    completion_tokens: run.completion_tokens,
    total_tokens: run.total_tokens,
  };
  return [...places, own].map(tokensIn).find((tokens) => tokens !== undefined);
}

/** LangChain's documents are written as its class with what they were made of. */
function retrieverReading(input: JsonValue | undefined, output: JsonValue | undefined): Reading {
  const given =
    isObject(output) && Array.isArray(output.documents) ? (output.documents as readonly unknown[]) : undefined;
  const unwrapped = given?.map((document) =>
    isObject(document) && isObject(document.kwargs) ? document.kwargs : document,
  );
  const found = documentsOf(unwrapped === undefined ? output : keptJson(unwrapped));
  const untold = withoutText(found);
  return {
    kind: "retriever",
    input,
    inputText: userText(input),
    output,
    documents: found?.documents,
    missing: untold === undefined ? undefined : [untold],
  };
}
