import { countOf } from "../reading/attributes.js";
import type { Part } from "../reading/message-parts.js";
import type { PlainSpan } from "../reading/plain-span.js";
import { reasonsOf } from "./finish-reasons.js";

/**
 * What a model answered. By the standard each message is a choice, of which only the first can be gone on with; but some
 * write the pieces of one answer as messages. They are choices where several were asked for, or each ended by itself.
 */
export function firstChoice<Message extends Part>(
  messages: readonly Message[],
  { attributes }: Pick<PlainSpan, "attributes">,
): readonly Message[] {
  if (messages.length < 2 || messages.some(({ role = "assistant" }) => role !== "assistant")) return messages;
  const told = reasonsOf(attributes["gen_ai.response.finish_reasons"]);
  const ends = told.length > 0 ? told : messages.map(reasonOf).filter((reason) => reason !== undefined);
  const areAsked = (countOf(attributes["gen_ai.request.choice.count"]) ?? 1) > 1;
  return areAsked || ends.length === messages.length ? messages.slice(0, 1) : messages;
}

const reasonOf = ({ finish_reason: reason }: Part): string | undefined =>
  typeof reason === "string" && reason !== "" ? reason : undefined;
