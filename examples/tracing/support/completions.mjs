// Chat completions by the rules of the desk.
import { decide, tokens } from "./desk.mjs";

/** What the model answers to a request, as `{ text }` or `{ call: { id, name, args } }`. */
export function complete({ messages }) {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const since = messages.slice(asked);
  const names = new Map(
    since.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => [call.id, call.function.name])),
  );
  const results = since
    .filter(({ role }) => role === "tool")
    .map((message) => ({ name: names.get(message.tool_call_id), text: message.content }));
  const { call, text } = decide(messages[asked].content, results);
  return call === undefined ? { text } : { call: { id: `call-${messages.length}`, ...call } };
}

/** For the `fetch` of a client: no network is touched. */
export async function answerOffline(_url, { body }) {
  const { text, call } = complete(JSON.parse(body));
  const toolCalls = call && [
    { id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } },
  ];
  return Response.json({
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "rules-1",
    choices: [
      {
        index: 0,
        finish_reason: call === undefined ? "stop" : "tool_calls",
        message: { role: "assistant", content: text ?? null, ...(toolCalls && { tool_calls: toolCalls }) },
      },
    ],
    usage: {
      prompt_tokens: tokens.input,
      completion_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
    },
  });
}
