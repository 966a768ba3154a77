// The openai package alone, with a loop of one's own. wrapOpenAI() records every call of the client.
import OpenAI from "openai";
import { captureTrace, observe } from "rehearsal"; // tracing
import { wrapOpenAI } from "rehearsal/instrumentation/openai"; // tracing
import { answerOffline } from "./support/completions.mjs";
import { findBooking, searchGuide } from "./support/desk.mjs";
import { isStarted, question, show } from "./support/show.mjs";

const execute = {
  search_guide: observe({ type: "retriever", name: "search_guide" }, ({ query }) => searchGuide(query)), // tracing
  find_booking: observe({ type: "tool", name: "find_booking" }, ({ id }) => findBooking(id)), // tracing
};

const parameters = (name) => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] });
const tools = [
  { type: "function", function: { name: "search_guide", parameters: parameters("query") } },
  { type: "function", function: { name: "find_booking", parameters: parameters("id") } },
];

/** The agent, for a client of the openai package. */
export function deskWith(given) {
  const client = wrapOpenAI(given); // tracing
  const threads = new Map();
  return async function answer(message, threadId) {
    const messages = threads.get(threadId) ?? [];
    threads.set(threadId, messages);
    messages.push({ role: "user", content: message });
    for (;;) {
      const { choices } = await client.chat.completions.create({ model: "rules-1", messages, tools });
      messages.push(choices[0].message);
      const { content, tool_calls: calls = [] } = choices[0].message;
      if (calls.length === 0) return content;
      for (const call of calls)
        messages.push({ role: "tool", tool_call_id: call.id, content: await run(call.function) });
    }
  };
}

async function run({ name, arguments: args }) {
  try {
    return JSON.stringify(await execute[name](JSON.parse(args)));
  } catch (error) {
    return `Error: ${error.message}`;
  }
}

if (isStarted(import.meta.url)) {
  const answer = deskWith(new OpenAI({ apiKey: "none", fetch: answerOffline }));
  const { trace } = await captureTrace(() => answer(question, "thread-1")); // tracing
  show(trace);
}
