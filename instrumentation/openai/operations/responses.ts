import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../content.js";
import { listOf, type Message } from "../messages/parts.js";
import { itemMessage, itemParts } from "../messages/response-item.js";
import { identityAttributes, listAttribute, usageAttributes } from "./attributes.js";
import type { Operation, Told } from "./operation.js";
import { ResponsesMerge } from "./responses-merge.js";

/** `responses.create`. */
export const responses: Operation = {
  name: "chat",

  request: (body, content) => {
    const items = typeof body.input === "string" ? [body.input] : listOf(body.input);
    const messages = items.flatMap((item) => itemMessage(item, content) ?? []);
    const instructions = typeof body.instructions === "string" ? content.text(body.instructions) : undefined;
    return {
      ...(instructions !== undefined && {
        "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: instructions }]),
      }),
      ...listAttribute("gen_ai.input.messages", messages, content),
    };
  },

  response: (answer, content) => {
    if (!isObject(answer) || !Array.isArray(answer.output))
      return { attributes: {}, missing: "output not recorded (the answer is no response)" };
    const items = (answer.output as readonly unknown[]).filter(isObject);
    const reason = finishReason(answer, items);
    const parts = items.flatMap((item) => itemParts(item, content) ?? []);
    const message: Message = { role: "assistant", parts, ...(reason !== undefined && { finish_reason: reason }) };
    const identity = { ...identityAttributes(answer), ...usageAttributes(answer.usage) };
    if (answer.status === "failed") return { attributes: identity, failure: failureOf(answer.error, content) };
    if (answer.status === "queued" || (answer.status === "in_progress" && items.length === 0))
      return { attributes: identity, missing: "output not recorded (the response goes on in the background)" };
    return {
      attributes: {
        ...identity,
        ...(reason !== undefined && { "gen_ai.response.finish_reasons": [reason] }),
        ...listAttribute("gen_ai.output.messages", [message], content),
      },
    };
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
  return { type, message: (message === undefined ? undefined : content.text(message)) ?? type };
}
