// AI SDK 6 (its version 7 needs Node 22). The SDK's own telemetry tells all; the lines marked with // tracing switch it on.
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { captureTrace, observe } from "rehearsal"; // tracing
import { z } from "zod";
import { decide, findBooking, searchGuide, tokens } from "./support/desk.mjs";
import { isStarted, question, show } from "./support/show.mjs";

const search = observe({ type: "retriever", name: "guide" }, searchGuide); // tracing

const tools = {
  search_guide: tool({
    description: "Searches the guide.",
    inputSchema: z.object({ query: z.string() }),
    execute: ({ query }) => search(query),
  }),
  find_booking: tool({
    description: "Looks a booking up.",
    inputSchema: z.object({ id: z.string() }),
    execute: ({ id }) => findBooking(id),
  }),
};

/** A model that goes by the rules of the desk. */
const model = new MockLanguageModelV3({
  modelId: "rules-1",
  doGenerate: async ({ prompt }) => {
    const asked = prompt.findLastIndex(({ role }) => role === "user");
    const results = prompt
      .slice(asked)
      .filter(({ role }) => role === "tool")
      .flatMap(({ content }) => content)
      .map(({ toolName, output }) => ({ name: toolName, text: JSON.stringify(output.value) }));
    const { call, text } = decide(prompt[asked].content[0].text, results);
    return {
      content: [
        call === undefined
          ? { type: "text", text }
          : {
              type: "tool-call",
              toolCallId: `call-${prompt.length}`,
              toolName: call.name,
              input: JSON.stringify(call.args),
            },
      ],
      finishReason: { unified: call === undefined ? "stop" : "tool-calls", raw: undefined },
      usage: { inputTokens: { total: tokens.input }, outputTokens: { total: tokens.output } },
      warnings: [],
    };
  },
});

const threads = new Map();

/** The agent. */
export async function answer(message, threadId) {
  const messages = [...(threads.get(threadId) ?? []), { role: "user", content: message }];
  const { text, response } = await generateText({
    model,
    tools,
    messages,
    stopWhen: stepCountIs(5),
    experimental_telemetry: { isEnabled: true }, // tracing
  });
  threads.set(threadId, [...messages, ...response.messages]);
  return text;
}

if (isStarted(import.meta.url)) {
  const { trace } = await captureTrace(() => answer(question, "thread-1")); // tracing
  show(trace);
}
