import { isObject, textOf } from "../../../src/tracing/instrument.js";
import { chatMessage } from "../messages/chat-message.js";
import { listOf } from "../messages/parts.js";
import { identityAttributes, listAttribute, usageAttributes } from "./attributes.js";
import { ChatMerge } from "./chat-merge.js";
import type { Operation } from "./operation.js";

/** `chat.completions.create`. */
export const chat: Operation = {
  name: "chat",

  request: (body, content) =>
    listAttribute(
      "gen_ai.input.messages",
      listOf(body.messages).map((message) => chatMessage(message, content)),
      content,
    ),

  response: (answer, content) => {
    if (!isObject(answer) || !Array.isArray(answer.choices))
      return { attributes: {}, missing: "output not recorded (the answer is no chat completion)" };
    const choices = (answer.choices as readonly unknown[]).filter(isObject);
    const reasons = choices.flatMap((choice) => textOf(choice.finish_reason) ?? []);
    const messages = choices.map(({ message, finish_reason: reason }) => chatMessage(message, content, textOf(reason)));
    return {
      attributes: {
        ...identityAttributes(answer),
        ...(reasons.length > 0 && { "gen_ai.response.finish_reasons": reasons }),
        ...listAttribute("gen_ai.output.messages", messages, content),
        ...usageAttributes(answer.usage),
      },
    };
  },

  merge: () => new ChatMerge(),
};
