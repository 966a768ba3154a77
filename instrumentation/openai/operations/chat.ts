import { isObject, textOf } from "../../../src/tracing/instrument.js";
import { chatMessage } from "../messages/chat-message.js";
import type { Part } from "../../shared/json.js";
import { listOf } from "../messages/parts.js";
import { addIdentity, addList, addUsage, type Filling } from "./attributes.js";
import { ChatMerge } from "./chat-merge.js";
import type { Operation } from "./operation.js";

/** `chat.completions.create`. */
export const chat: Operation = {
  name: "chat",
  streamedUsage: "stream_options: { include_usage: true }",

  request: (body, content) => {
    const attributes: Filling = {};
    if (body.messages === undefined) return attributes;
    const messages = listOf(body.messages).map((message) => chatMessage(message, content));
    addList(attributes, "gen_ai.input.messages", messages, content);
    return attributes;
  },

  response: (answer, content) => {
    if (!isObject(answer) || !Array.isArray(answer.choices))
      return { attributes: {}, missing: "output not recorded (the answer is no chat completion)" };
    const attributes: Filling = {};
    addIdentity(attributes, answer);
    const messages: Part[] = [];
    const reasons: string[] = [];
    for (const choice of answer.choices as readonly unknown[]) {
      if (!isObject(choice)) continue;
      const reason = textOf(choice.finish_reason);
      if (reason !== undefined) reasons.push(reason);
      messages.push(chatMessage(choice.message, content, reason));
    }
    if (reasons.length > 0) attributes["gen_ai.response.finish_reasons"] = reasons;
    addList(attributes, "gen_ai.output.messages", messages, content);
    addUsage(attributes, answer.usage);
    return { attributes };
  },

  merge: () => new ChatMerge(),
};
