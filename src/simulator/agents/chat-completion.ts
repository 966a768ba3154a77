import { fieldsOf, isFields, listOf, textOf } from "../../models/fields.js";
import type { RehearsalError } from "../../errors.js";
import { noReply } from "./adapter-error.js";
import { excerptOf, shapeOf } from "./shape.js";

const NAME = "chatAgent";

/** What a chat completion says. Throws `agent_failed` where that is no reply of an agent. */
export function textOfCompletion(completion: unknown): string {
  const choice = listOf(fieldsOf(completion).choices)[0];
  if (!isFields(choice)) throw noCompletion(completion);
  const { content, refusal, tool_calls: calls } = fieldsOf(choice.message);
  const text = textOf(content) ?? partsOf(content) ?? textOf(refusal) ?? "";
  const reason = textOf(choice.finish_reason) ?? "stop";
  if (text !== "" || (reason === "stop" && listOf(calls).length === 0)) return text;
  throw noReply(NAME, wordless(reason, calls));
}

const noCompletion = (answer: unknown): RehearsalError => {
  const what = isFields(answer) ? shapeOf(answer) : excerptOf(String(answer));
  return noReply(NAME, `the server answered ${what}, and no chat completion. Check baseURL: it usually ends in /v1.`);
};

/** Why nothing was said. */
export function wordless(reason: string, calls: unknown): string {
  const names = listOf(calls).map((call) => String(fieldsOf(fieldsOf(call).function).name));
  return names.length > 0
    ? `the server asked for ${names.join(", ")} to be called. An agent calls its tools itself: run them behind the server, or write a function agent.`
    : `the server said nothing, and stopped for the reason "${reason}". Raise its limit of tokens, or see what filters it.`;
}

export const partsOf = (content: unknown): string | undefined =>
  Array.isArray(content) ? content.map((part) => textOf(fieldsOf(part).text) ?? "").join("") : undefined;
