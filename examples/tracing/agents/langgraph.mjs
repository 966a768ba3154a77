// LangGraph 1: a graph by hand, which searches the guide before it asks the model. Nothing in here concerns tracing.
import { END, MemorySaver, MessagesAnnotation, Annotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { bookingTool, guide, rulesModel } from "./langchain-tools.mjs";

const State = Annotation.Root({ ...MessagesAnnotation.spec, passages: Annotation() });

async function retrieve({ messages }, config) {
  const found = await guide.invoke(messages.at(-1).text, config);
  return { passages: found.map(({ pageContent }) => ({ text: pageContent })) };
}

async function ask({ messages, passages }) {
  const known = () => [{ name: "search_guide", text: JSON.stringify(passages) }];
  return { messages: [await rulesModel(known).bindTools([bookingTool]).invoke(messages)] };
}

const graph = new StateGraph(State)
  .addNode("retrieve", retrieve)
  .addNode("ask", ask)
  .addNode("tools", new ToolNode([bookingTool]))
  .addEdge(START, "retrieve")
  .addEdge("retrieve", "ask")
  .addConditionalEdges("ask", toolsCondition, ["tools", END])
  .addEdge("tools", "ask")
  .compile({ checkpointer: new MemorySaver() });

export async function answer(message, threadId) {
  const { messages } = await graph.invoke(
    { messages: [{ role: "user", content: message }] },
    { configurable: { thread_id: threadId } },
  );
  return messages.at(-1).text;
}
