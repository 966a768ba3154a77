// LangChain 1: createAgent. Nothing in here concerns tracing.
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { bookingTool, rulesModel, searchTool } from "./langchain-tools.mjs";

const checkpointer = new MemorySaver();

export async function answer(message, threadId) {
  const agent = createAgent({ model: rulesModel(), tools: [searchTool, bookingTool], checkpointer, name: "desk" });
  const { messages } = await agent.invoke(
    { messages: [{ role: "user", content: message }] },
    { configurable: { thread_id: threadId } },
  );
  return messages.at(-1).text;
}
