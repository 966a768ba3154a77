// OpenAI Agents 0.20, traced by OpenInference. The agent is in agents/openai-agents.mjs.
import { OpenAIAgentsInstrumentation } from "@arizeai/openinference-instrumentation-openai-agents"; // tracing
import * as agents from "@openai/agents"; // tracing
import { captureTrace } from "rehearsal"; // tracing
import { isStarted, question, show } from "./support/show.mjs";

new OpenAIAgentsInstrumentation().manuallyInstrument(agents); // tracing

export const { answer } = await import("./agents/openai-agents.mjs");

if (isStarted(import.meta.url)) {
  const { trace } = await captureTrace(() => answer(question, "thread-1"), { retrieverTools: ["search_guide"] }); // tracing
  show(trace);
}
