import type { SpanKind } from "../../test-case/trace.js";
import { textOf } from "../reading/attributes.js";
import { jsonOf } from "../reading/json-text.js";
import type { ConventionReader } from "../reading/read-span.js";
import { tokensIn } from "../reading/usage.js";
import { contentReading } from "./content-reading.js";
import { overlay, textOrJson } from "./overlay.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  agent: "agent",
  generation: "llm",
  tool: "tool",
  chain: "chain",
  span: "chain",
  retriever: "retriever",
  embedding: "embedding",
};

/** Langfuse: `langfuse.observation.*`, with contents as text or JSON. Its session is read with the whole trace. */
export const readLangfuse: ConventionReader = (span, rest) => {
  const { name, attributes } = span;
  const type = textOf(attributes["langfuse.observation.type"]);
  if (type === undefined) return undefined;
  const kind = Object.hasOwn(kinds, type) ? (kinds[type] ?? "custom") : "custom";
  const failed = attributes["langfuse.observation.level"] === "ERROR";
  const error = failed
    ? (textOf(attributes["langfuse.observation.status_message"]) ?? "failed without a message")
    : undefined;
  const reading = contentReading({
    kind,
    name,
    input: textOrJson(attributes["langfuse.observation.input"]),
    output: textOrJson(attributes["langfuse.observation.output"]),
    tokens: tokensIn(jsonOf(attributes["langfuse.observation.usage_details"])),
    model: textOf(attributes["langfuse.observation.model.name"]),
    call: { error },
    agent: kind === "agent" ? name : undefined,
    isOver: span.endTimeUnixMs !== null && span.status.code !== 2,
  });
  return overlay(reading, rest?.());
};
