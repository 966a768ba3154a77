import { jsonInText } from "../../models/json-in-text.js";
import type { ModelResponse } from "../../models/language-model.js";
import type { UserMove } from "../user.js";

/** What a model's answer has the user do. Null: it holds nothing to say and no end. */
export function moveIn({ json, text }: Pick<ModelResponse, "json" | "text">): UserMove | null {
  const spoken = withoutReasoning(text);
  const answer = turnIn(json) ?? turnIn(jsonOf(spoken));
  if (answer === null) {
    // A model that cannot answer in JSON may still speak; half a JSON document is nothing that a person says.
    const isJson = /^\s*(?:```|[{[])|"say"\s*:/.test(spoken);
    return spoken.trim() === "" || isJson ? null : { say: spoken.trim() };
  }
  const { say, done, reason } = answer;
  const words = typeof say === "string" ? withoutReasoning(say).trim() : "";
  if (done !== true) return words === "" ? null : { say: words };
  const why = typeof reason === "string" && reason.trim() !== "" ? reason.trim() : "The user had nothing more to say.";
  // Last words are no part of the signal: they are said, and the agent may answer them.
  return words === "" ? { end: why } : { say: words, thenEnd: why };
}

type Answer = Readonly<Record<string, unknown>>;

/** Other JSON is nothing that was asked for. */
const turnIn = (value: unknown): Answer | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) && ("say" in value || "done" in value)
    ? value
    : null;

function jsonOf(text: string): unknown {
  const read = jsonInText(text, { type: "object" });
  return "value" in read ? read.value : undefined;
}

/** What reasoning models write before they speak; where it is not closed, they have not begun to. */
const reasoning = /<(think|thinking|thought|reasoning|reflection)>[^]*?(?:<\/\1>|$)/gi;
/** Some templates open it themselves, so that the answer only closes it. */
const opened = /^[^<]*(?:<(?!\/?think)[^<]*)*<\/think(?:ing)?>/i;

const withoutReasoning = (text: string): string => text.replace(reasoning, "").replace(opened, "");
