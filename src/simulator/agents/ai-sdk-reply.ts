import { fieldsOf, isFields, listOf, textOf } from "../../models/fields.js";
import { isStream } from "../stream.js";
import { noReply } from "./adapter-error.js";

/** What each step said, where it said something. Null: this is no result of the AI SDK. */
export function textsIn(result: unknown): readonly string[] | null {
  const { steps, text } = fieldsOf(result);
  const said = Array.isArray(steps) && steps.length > 0 ? steps.map((step) => fieldsOf(step).text) : [text];
  const texts = said.flatMap((each) => textOf(each) ?? []);
  if (texts.length === 0) return null;
  return texts.filter((each) => each.trim() !== "");
}

export const finishReasonOf = (result: unknown): string => textOf(fieldsOf(result).finishReason) ?? "stop";

/** The messages that a run added to the conversation. */
export const messagesIn = (response: unknown): readonly unknown[] => listOf(fieldsOf(response).messages);

/**
 * The text of a `fullStream` as it comes. Not of `textStream`, which just ends where the model fails. `done` is told the whole
 * of it before the last piece is taken.
 */
export async function* streamedText(
  adapter: string,
  fullStream: unknown,
  done: (text: string) => Promise<void>,
): AsyncGenerator<string> {
  if (!isStream(fullStream))
    throw noReply(adapter, "the fullStream of the result is no stream. Return what streamText gives.");
  let whole = "";
  let isNewStep = false;
  for await (const part of fullStream) {
    const { type, text, error, reason } = fieldsOf(part);
    if (type === "start-step") isNewStep = whole !== "";
    if (type === "error")
      throw isFields(error) ? (error as unknown as Error) : noReply(adapter, `the stream broke off: ${String(error)}.`);
    if (type === "abort") throw noReply(adapter, `the stream was aborted: ${textOf(reason) ?? "no reason was given"}.`);
    if (type !== "text-delta" || typeof text !== "string" || text === "") continue;
    const piece = isNewStep ? `\n\n${text}` : text;
    isNewStep = false;
    whole += piece;
    yield piece;
  }
  await done(whole);
}
