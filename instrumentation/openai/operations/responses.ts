import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../../shared/content.js";
import { listOf, textPart } from "../messages/parts.js";
import { itemMessage, itemParts } from "../messages/response-item.js";
import { addIdentity, addList, addUsage, type Filling } from "./attributes.js";
import type { Operation, Told } from "./operation.js";
import { ResponsesMerge } from "./responses-merge.js";

/** `responses.create`. */
export const responses: Operation = {
  name: "chat",

  request: (body, content) => {
    const attributes: Filling = {};
    const instructions = textPart(body.instructions, content);
    if (instructions.length > 0) addList(attributes, "gen_ai.system_instructions", instructions, content);
    if (body.input === undefined) return attributes;
    const items = typeof body.input === "string" ? [body.input] : listOf(body.input);
    const messages = items.map((item) => itemMessage(item, content)).filter((message) => message !== undefined);
    addList(attributes, "gen_ai.input.messages", messages, content);
    return attributes;
  },

  response: (answer, content) => {
    if (!isObject(answer) || !Array.isArray(answer.output))
      return { attributes: {}, missing: "output not recorded (the answer is no response)" };
    const attributes: Filling = {};
    addIdentity(attributes, answer);
    addUsage(attributes, answer.usage);
    if (answer.status === "failed") return { attributes, failure: failureOf(answer.error, content) };
    const items = (answer.output as readonly unknown[]).filter(isObject);
    if (answer.status === "queued" || (answer.status === "in_progress" && items.length === 0))
      return { attributes, missing: "output not recorded (the response goes on in the background)" };
    const reason = finishReason(answer, items);
    if (reason !== undefined) attributes["gen_ai.response.finish_reasons"] = [reason];
    const parts = items.flatMap((item) => itemParts(item, content) ?? []);
    const message = { role: "assistant", parts, finish_reason: reason };
    addList(attributes, "gen_ai.output.messages", [message], content);
    return { attributes };
  },

  merge: () => new ResponsesMerge(),
};

/** In the words of chat completions, which are those of the conventions. */
function finishReason(answer: Readonly<Record<string, unknown>>, items: readonly Readonly<Record<string, unknown>>[]) {
  if (answer.status === "incomplete") {
    const reason = isObject(answer.incomplete_details) ? textOf(answer.incomplete_details.reason) : undefined;
    return reason === "max_output_tokens" ? "length" : reason;
  }
  if (answer.status !== "completed") return undefined;
  const asks = items.some(({ type }) => type === "function_call" || type === "custom_tool_call");
  return asks ? "tool_calls" : "stop";
}

function failureOf(error: unknown, content: Content): Told["failure"] {
  const type = (isObject(error) ? textOf(error.code) : undefined) ?? "failed";
  const message = isObject(error) ? textOf(error.message) : undefined;
  return { type, message: (message === undefined ? undefined : content.allowed(message)) ?? type };
}
