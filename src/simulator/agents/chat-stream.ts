import { fieldsOf, isFields, listOf, textOf, type Fields } from "../../models/fields.js";
import { noReply } from "./adapter-error.js";
import { partsOf, textOfCompletion, wordless } from "./chat-completion.js";
import { DONE, noJson, parsed, type StreamReader } from "./http-reply.js";
import { excerptOf } from "./shape.js";

const NAME = "chatAgent";

/**
 * The text of a streamed chat completion. It is whole where a `finish_reason` or `[DONE]` has come, of which servers send
 * one or both: a connection that a proxy or a crash ended in between looks like any end.
 */
export const textOfChunks: StreamReader = async function* (events, asked) {
  let reason: string | undefined;
  let said = false;
  let done = false;
  for await (const data of events) {
    if (data === DONE) {
      done = true;
      break;
    }
    const event = parsed(data);
    if (event === undefined && data.trim() !== "") throw noJson(asked, data);
    const { error, choices } = fieldsOf(event);
    if (error !== undefined && error !== null)
      throw noReply(NAME, `the stream broke off: ${asked.hide(sayOf(error))}.`);
    const choice = firstOf(choices);
    if (choice === undefined) continue;
    reason = textOf(choice.finish_reason) ?? reason;
    const text = textIn(choice, event);
    if (text === "") continue;
    said = true;
    yield text;
  }
  if (!done && reason === undefined)
    throw noReply(
      NAME,
      "the stream broke off: it ended with neither a finish_reason nor [DONE], so what came is not the whole reply.",
    );
  if (reason === "error") throw noReply(NAME, 'the stream broke off: its finish_reason is "error".');
  if (said || reason === "stop") return;
  throw noReply(
    NAME,
    reason === undefined ? "the server streamed no text and no finish_reason." : wordless(reason, []),
  );
};

/** Of several completions the first is the reply. */
const firstOf = (choices: unknown): Fields | undefined =>
  listOf(choices)
    .map(fieldsOf)
    .find(({ index }) => (index ?? 0) === 0);

function textIn(choice: Fields, event: unknown): string {
  // A server that does not stream answers as a whole.
  if (choice.delta === undefined && choice.message !== undefined) return textOfCompletion(event);
  const { content, refusal, tool_calls: calls } = fieldsOf(choice.delta);
  if (choice.finish_reason === "tool_calls" || listOf(calls).length > 0)
    throw noReply(NAME, wordless("tool_calls", calls));
  return textOf(content) ?? partsOf(content) ?? textOf(refusal) ?? "";
}

const sayOf = (error: unknown): string =>
  textOf(isFields(error) ? error.message : error) ?? excerptOf(JSON.stringify(error));
