import type { ToolCall } from "../../test-case/tool-call.js";
import { readChat } from "./chat.js";
import type { Mutable, ReadSpan } from "./read-span.js";

/** Kinds of spans that show the work of an agent themselves. */
const working: ReadonlySet<string> = new Set(["llm", "tool", "embedding", "retriever", "reranker"]);

/**
 * The spans with what agents tell of their calls that no other span shows: those that run elsewhere, of which the caller
 * records no more than that it asked them, or whose own spans were left out. As long as any of their work has a span they
 * say nothing new.
 */
export function withLoneAgents(spans: readonly ReadSpan[]): readonly ReadSpan[] {
  if (spans.some(({ kind }) => working.has(kind))) return spans;
  return spans.map((span) => {
    const declared = span.kind === "agent" && span.declared === undefined ? callsTold(span) : [];
    return declared.length === 0 ? span : { ...span, declared };
  });
}

/** With its calls an agent that stopped at them shows that nobody ran them. */
function callsTold({ output, outputText }: ReadSpan): readonly ToolCall[] {
  if (typeof output !== "object" || output === null) return [];
  const { requested, results } = readChat(output, "assistant");
  return requested.map(({ name, id, inputParameters, executed, ...own }) => {
    const result = results.find((each) => each.id !== undefined && each.id === id) ?? own;
    const call: Mutable<ToolCall> = { name };
    if (id !== undefined) call.id = id;
    if (inputParameters !== undefined) call.inputParameters = inputParameters;
    if (result.output !== undefined) call.output = result.output;
    if (result.error !== undefined) call.error = result.error;
    const isAnswered = result.output !== undefined || result.error !== undefined;
    if (!isAnswered && executed !== true && outputText === "") call.executed = false;
    return call;
  });
}
