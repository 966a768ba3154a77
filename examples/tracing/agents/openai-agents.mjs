// OpenAI Agents 0.20, with a model that goes by the rules of the desk. Nothing in here concerns tracing.
import { Agent, MemorySession, Runner, tool, Usage, withGenerationSpan } from "@openai/agents";
import { z } from "zod";
import { decide, findBooking, searchGuide, tokens } from "../support/desk.mjs";

const tools = [
  tool({
    name: "search_guide",
    description: "Searches the guide.",
    parameters: z.object({ query: z.string() }),
    execute: async ({ query }) => JSON.stringify(await searchGuide(query)),
  }),
  tool({
    name: "find_booking",
    description: "Looks a booking up.",
    parameters: z.object({ id: z.string() }),
    execute: async ({ id }) => JSON.stringify(await findBooking(id)),
  }),
];

const rules = {
  // As the models of the SDK do, it tells the SDK's own tracing what it was asked and what it answered.
  getResponse: ({ input }) =>
    withGenerationSpan(async ({ spanData }) => {
      const response = respond(input);
      const { inputTokens, outputTokens } = response.usage;
      spanData.model = "rules-1";
      spanData.input = input;
      spanData.output = response.output;
      spanData.usage = { input_tokens: inputTokens, output_tokens: outputTokens };
      return response;
    }),
};

function respond(input) {
  const asked = input.findLastIndex(({ role }) => role === "user");
  const results = input
    .slice(asked)
    .filter(({ type }) => type === "function_call_result")
    .map(({ name, output }) => ({ name, text: output.text ?? output }));
  const { call, text } = decide(textOf(input[asked].content), results);
  const usage = new Usage({
    requests: 1,
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    totalTokens: tokens.input + tokens.output,
  });
  const item =
    call === undefined
      ? { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }
      : {
          type: "function_call",
          callId: `call-${input.length}`,
          name: call.name,
          arguments: JSON.stringify(call.args),
          status: "completed",
        };
  return { usage, output: [item], responseId: `response-${input.length}` };
}

const textOf = (content) => (typeof content === "string" ? content : content.map(({ text }) => text).join(""));

/** The agent, with a model of the SDK's kind. */
export function deskWith(model) {
  const agent = new Agent({ name: "desk", instructions: "Help with bookings.", model: "rules-1", tools });
  const runner = new Runner({ modelProvider: { getModel: async () => model } });
  const sessions = new Map();
  return async function answer(message, threadId) {
    const session = sessions.get(threadId) ?? new MemorySession();
    sessions.set(threadId, session);
    const { finalOutput } = await runner.run(agent, message, { session });
    return finalOutput;
  };
}

export const answer = deskWith(rules);
