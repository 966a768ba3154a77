// Mastra 0.24 (its version 1 needs Node 22.13), traced by its own tracing, without OpenTelemetry.
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { captureTrace, recordItem } from "rehearsal/tracing"; // tracing
import { z } from "zod";
import { decide, findBooking, searchGuide, tokens } from "../support/desk.mjs";
import { isStarted, question, show } from "../support/show.mjs";

const tools = {
  search_guide: createTool({
    id: "search_guide",
    description: "Searches the guide.",
    inputSchema: z.object({ query: z.string() }),
    execute: ({ context }) => searchGuide(context.query),
  }),
  find_booking: createTool({
    id: "find_booking",
    description: "Looks a booking up.",
    inputSchema: z.object({ id: z.string() }),
    execute: ({ context }) => findBooking(context.id),
  }),
};

/** A model of the AI SDK, in its version 2, that goes by the rules of the desk. */
const model = {
  specificationVersion: "v2",
  provider: "desk",
  modelId: "rules-1",
  supportedUrls: {},
  async doGenerate({ prompt }) {
    const asked = prompt.findLastIndex(({ role }) => role === "user");
    const results = prompt
      .slice(asked)
      .filter(({ role }) => role === "tool")
      .flatMap(({ content }) => content)
      .map(({ toolName, output }) => ({ name: toolName, text: JSON.stringify(output.value) }));
    const { call, text } = decide(prompt[asked].content[0].text, results);
    const toolCall = call && {
      type: "tool-call",
      toolCallId: `call-${prompt.length}`,
      toolName: call.name,
      input: JSON.stringify(call.args),
    };
    return {
      content: [toolCall ?? { type: "text", text }],
      finishReason: toolCall === undefined ? "stop" : "tool-calls",
      usage: {
        inputTokens: tokens.input,
        outputTokens: tokens.output,
        totalTokens: tokens.input + tokens.output,
      },
      warnings: [],
    };
  },
};

const keep = async ({ type, exportedSpan }) => void (type === "span_ended" && recordItem(exportedSpan)); // tracing
const exporter = { name: "rehearsal", exportEvent: keep, shutdown: async () => {} }; // tracing

const desk = new Agent({ name: "desk", instructions: "Help with bookings.", model, tools });
const mastra = new Mastra({
  agents: { desk },
  logger: false,
  observability: { configs: { rehearsal: { serviceName: "desk", exporters: [exporter] } } }, // tracing
});

const threads = new Map();

/** The agent. */
export async function answer(message, threadId) {
  const messages = [...(threads.get(threadId) ?? []), { role: "user", content: message }];
  const { text } = await mastra.getAgent("desk").generate(messages, { maxSteps: 5 });
  threads.set(threadId, [...messages, { role: "assistant", content: text }]);
  return text;
}

if (isStarted(import.meta.url)) {
  const { trace } = await captureTrace(() => answer(question, "thread-1"), { retrieverTools: ["search_guide"] }); // tracing
  show(trace);
}
