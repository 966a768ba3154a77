import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { objectsIn, textOf } from "../reading/attributes.js";
import { callsIn, historyIn, readChat } from "../reading/chat.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { argumentsOf, parseOrText } from "../reading/json-text.js";
import type { ExecutedCall, Reading, Tokens } from "../reading/read-span.js";
import { takenApart } from "../reading/split-calls.js";
import { replyText, userText } from "../reading/texts.js";
import { calledWith } from "./called-with.js";
import { toolMessageOf, unlessRoute } from "./langchain-messages.js";
import { mayHaveAsked, reasonsWithin } from "./may-ask.js";

/** What most conventions say of a span: what it is, and what went in and came out. */
export interface Content {
  readonly kind: SpanKind;
  readonly name: string;
  readonly input: JsonValue | undefined;
  readonly output: JsonValue | undefined;
  /** Where a retriever's passages are recorded elsewhere than in its output. */
  readonly documents?: JsonValue | undefined;
  readonly tokens?: Tokens | undefined;
  readonly costUsd?: number | undefined;
  readonly model?: string | undefined;
  /** More of the call, on tool spans. */
  readonly call?: Partial<ExecutedCall>;
  readonly agent?: string | undefined;
  /** It ended, and without an error: what it does not show was not captured. */
  readonly isOver: boolean;
}

const hidden = "content was not captured";

/** A reading of it, whatever provider's or framework's shapes the contents have. */
export function contentReading(content: Content): Reading {
  const { kind, output, tokens, costUsd, model } = content;
  const input = calledWith(content.input);
  const base = { kind, input: content.input, output, tokens, costUsd, model, agent: content.agent };
  if (kind === "tool") return { ...base, call: callOf(content, input) };
  if (kind === "retriever" || kind === "reranker") return { ...base, inputText: userText(input), ...foundIn(content) };
  const asked = readChat(input, "user");
  const answered = readChat(output, "assistant");
  if (kind === "llm") {
    const isHidden = content.isOver && output === undefined;
    const [ended, text] = [content.isOver, answered.assistantText];
    const { requested, isTangled, notes } = takenApart(callsIn(answered), () => offeredIn(input));
    const shown = { ended, requested, text, reasons: reasonsWithin(output), model };
    return {
      ...base,
      inputText: asked.userText,
      outputText: answered.assistantText,
      requested,
      results: asked.results,
      history: historyIn(asked),
      hidesRequests: isTangled || mayHaveAsked(shown),
      missing: isHidden ? [hidden] : notes.length > 0 ? notes : undefined,
      ...(content.documents !== undefined && foundIn(content)),
    };
  }
  const spoken = replyText(output, false) ?? answered.assistantText ?? replyText(output, kind === "agent");
  return {
    ...base,
    inputText: userText(input) ?? asked.userText,
    // What is neither of these is no answer to the user: a guardrail, a verdict, an event.
    outputText: kind === "agent" || kind === "chain" ? unlessRoute(spoken) : undefined,
    ...(content.documents !== undefined && foundIn(content)),
  };
}

function callOf({ name, output, call }: Content, input: JsonValue | undefined): ExecutedCall {
  // LangChain's handlers hand over the message that it makes of a result.
  const message = toolMessageOf(output);
  const returned = message === undefined ? output : message.output;
  return {
    name: name.trim() === "" ? "unnamed tool" : name,
    id: message?.id,
    inputParameters: argumentsOf(input),
    output: typeof returned === "string" && message === undefined ? parseOrText(returned) : returned,
    ...call,
    error: call?.error ?? message?.error,
  };
}

/** Names of the tools that the model could choose from, where a request holds them. */
const offeredIn = (request: JsonValue | undefined): readonly string[] =>
  objectsIn(isJsonObject(request) ? request.tools : undefined).flatMap(
    ({ name, function: called }) => textOf(name) ?? (isJsonObject(called) ? textOf(called.name) : undefined) ?? [],
  );

function foundIn({ documents, output }: Content): Pick<Reading, "documents" | "missing"> {
  const found = documentsOf(documents ?? output);
  const untold = withoutText(found);
  return { documents: found?.documents, missing: untold === undefined ? undefined : [untold] };
}
