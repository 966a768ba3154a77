import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { spanKinds, type SpanKind } from "../../test-case/trace.js";
import { countOf, textOf, tokensOf } from "../reading/attributes.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { argumentsOf, jsonOf, parseOrText } from "../reading/json-text.js";
import { statedNames, type StatedJson } from "../reading/stated-names.js";
import { readMessageList, readMessages } from "../reading/messages.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { messagesIn, requestedIn } from "../reading/requested-in.js";
import { readStated } from "../reading/stated.js";
import { replyText, userText } from "../reading/texts.js";
import { own } from "./own-attributes.js";
import { ownMissing } from "./own-missing.js";
import { isRedacted, withRedacted } from "./redacted.js";

/** What `observe` knows of a span, with its contents as JSON values. */
export interface OwnFields {
  readonly kind: SpanKind | "turn";
  readonly name: string;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly model?: string;
  readonly inputTokens?: number | null;
  readonly outputTokens?: number | null;
  readonly cachedInputTokens?: number | null;
  readonly reasoningTokens?: number | null;
  readonly costUsd?: number;
  readonly metadata?: JsonObject;
  /** Fields of a test case that were stated by hand. */
  readonly stated?: StatedJson;
  readonly missing?: readonly string[];
  /** True: its arguments, or those of the calls that it asked for, were changed before they were recorded. */
  readonly redacted?: boolean;
  /** True: it is a call by itself, whatever call of an observed tool it lies within. */
  readonly isApart?: boolean;
}

/** Spans that `observe` wrote, read back from their attributes. */
export const readOwn: ConventionReader = (span) => {
  const kind = textOf(span.attributes[own.kind]);
  return kind === undefined ? undefined : readOwnFields(fieldsOf(span, kind));
};

/** The same from `observe`'s own record, which spares a run the way through attributes. */
export function readOwnFields(fields: OwnFields): Reading {
  const { kind, input, output, model, metadata, missing } = fields;
  const tokens = tokensOf(
    fields.inputTokens ?? null,
    fields.outputTokens ?? null,
    null,
    fields.cachedInputTokens ?? null,
    fields.reasoningTokens ?? null,
  );
  const asked = userText(input);
  const answered = kind === "tool" || kind === "retriever" ? undefined : replyText(output, kind === "agent");
  const found = documentsOf(
    fields.stated?.retrievalContext ?? (kind === "retriever" || kind === "reranker" ? output : undefined),
  );
  const untold = withoutText(found);
  const stated = readStated(fields.stated);
  return {
    kind,
    input,
    output,
    inputText: asked,
    outputText: answered,
    call: kind === "tool" ? callOf(fields) : undefined,
    requested: kind === "llm" ? withRedacted(requestedIn(output), fields.redacted) : undefined,
    results: kind === "llm" ? readMessageList(messagesIn(input)).results : undefined,
    agent: kind === "agent" ? fields.name : undefined,
    declared: stated?.toolsCalled,
    stated,
    tokens,
    costUsd: fields.costUsd,
    model,
    metadata,
    documents: found?.documents,
    missing: untold === undefined ? missing : [untold, ...(missing ?? [])],
  };
}

function callOf({ name, input, output, metadata, redacted, isApart }: OwnFields): Reading["call"] {
  const inputParameters = isJsonObject(input) ? input : argumentsOf(input);
  return {
    name: name.trim() === "" ? "unnamed tool" : name,
    inputParameters,
    output,
    exact: true,
    isObserved: true,
    ...(isApart === true && { isApart }),
    ...(redacted === true && { redacted }),
    // A simulation refused it: `observe` notes that down.
    ...(metadata?.intercepted === "refused" && { executed: false }),
  };
}

function fieldsOf(span: PlainSpan, kind: string): OwnFields {
  const { attributes } = span;
  const input = inputOf(attributes);
  const output = outputOf(attributes);
  const model = textOf(attributes["gen_ai.request.model"]);
  const metadata = jsonOf(attributes[own.metadata]);
  const stated = Object.fromEntries(statedNames.map((key) => [key, jsonOf(attributes[own[key]])]));
  const costUsd = attributes[own.costUsd];
  return {
    kind: kind === "turn" ? "turn" : (spanKinds.find((each) => each === kind) ?? "custom"),
    name: textOf(attributes["gen_ai.tool.name"]) ?? span.name,
    input,
    output,
    model,
    inputTokens: countOf(attributes["gen_ai.usage.input_tokens"]),
    outputTokens: countOf(attributes["gen_ai.usage.output_tokens"]),
    cachedInputTokens: countOf(attributes["gen_ai.usage.cache_read.input_tokens"]),
    reasoningTokens: countOf(attributes["gen_ai.usage.reasoning.output_tokens"]),
    costUsd: typeof costUsd === "number" && costUsd >= 0 && Number.isFinite(costUsd) ? costUsd : undefined,
    metadata: isJsonObject(metadata) ? metadata : undefined,
    stated,
    missing: ownMissing(attributes),
    redacted: isRedacted(attributes),
    isApart: attributes[own.apart] === true,
  };
}

type Attributes = PlainSpan["attributes"];

function inputOf(attributes: Attributes): JsonValue | undefined {
  const json = attributes[own.input] ?? attributes["gen_ai.tool.call.arguments"];
  if (json !== undefined) return encoded(json);
  return (
    textOf(attributes["gen_ai.retrieval.query.text"]) ?? readMessages(attributes["gen_ai.input.messages"]).userText
  );
}

function outputOf(attributes: Attributes): JsonValue | undefined {
  const json =
    attributes[own.output] ?? attributes["gen_ai.tool.call.result"] ?? attributes["gen_ai.retrieval.documents"];
  return json !== undefined ? encoded(json) : readMessages(attributes["gen_ai.output.messages"]).assistantText;
}

/** `observe` writes JSON exactly once, so text that fails to parse is text that cannot be kept as JSON. */
const encoded = (value: unknown): JsonValue | undefined =>
  typeof value === "string" ? parseOrText(value) : jsonOf(value);
