import { fieldsOf, listOf, textOf } from "../../models/fields.js";
import type { ModelMessage } from "../../models/language-model.js";
import { noReply } from "./adapter-error.js";

/** A rendered prompt as what a model is given before the conversation. */
export function promptMessages(adapter: string, prompt: string, result: unknown): readonly ModelMessage[] {
  const messages = listOf(fieldsOf(result).messages).map((message, at) => {
    const { role, content } = fieldsOf(message);
    const where = `message ${String(at + 1)} of the prompt "${prompt}"`;
    return {
      role: role === "assistant" ? ("assistant" as const) : ("user" as const),
      content: textIn(adapter, where, content),
    };
  });
  if (messages.length === 0)
    throw noReply(adapter, `the prompt "${prompt}" has no messages. See what the server renders.`);
  const first = messages.findIndex(({ role }) => role === "assistant");
  const instructions = first < 0 ? messages : messages.slice(0, first);
  const system = instructions.map(({ content }) => content).join("\n\n");
  return [
    ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
    ...messages.slice(instructions.length),
  ];
}

function textIn(adapter: string, where: string, content: unknown): string {
  const { type, text, resource } = fieldsOf(content);
  const found = type === "text" ? textOf(text) : type === "resource" ? textOf(fieldsOf(resource).text) : undefined;
  if (found !== undefined) return found;
  throw noReply(
    adapter,
    `${where} is of type ${String(type)}, and not a text. Only texts and resources of text can be sent.`,
  );
}
