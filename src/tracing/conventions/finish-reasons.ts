import { jsonOf } from "../reading/json-text.js";

const forTools: ReadonlySet<string> = new Set([
  "tool_calls",
  "tool_call",
  "tool-calls",
  "tool_use",
  "function_call",
  "function_calls",
]);

/** A model call that ended so asked for no tool, whatever else its span hides; of some providers' models it says nothing. */
const plain: ReadonlySet<string> = new Set([
  "stop",
  "length",
  "content_filter",
  "end_turn",
  "stop_sequence",
  "max_tokens",
]);

type Reasons = readonly (string | undefined)[];

export const asksForTools = (reasons: Reasons): boolean => reasons.some((reason) => forTools.has(lower(reason)));
export const endsPlainly = (reasons: Reasons, model = ""): boolean =>
  reasons.some((reason) => plain.has(lower(reason)) && !(lower(reason) === "stop" && stopsAnyway.test(model)));

/** Gemini and Ollama call it a stop where calls were asked for too. */
const stopsAnyway = /gemini|ollama/i;

const lower = (reason: string | undefined): string => reason?.toLowerCase() ?? "";

/** An attribute that holds one reason or a list of them. */
export function reasonsOf(value: unknown): readonly string[] {
  const reasons = jsonOf(value);
  if (Array.isArray(reasons)) return (reasons as readonly unknown[]).filter((reason) => typeof reason === "string");
  return typeof reasons === "string" ? [reasons] : [];
}
