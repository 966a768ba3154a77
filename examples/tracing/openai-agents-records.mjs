// OpenAI Agents 0.20, traced by the SDK itself, without OpenTelemetry. The agent is in agents/openai-agents.mjs.
import { setTraceProcessors, setTracingDisabled } from "@openai/agents"; // tracing
import { captureTrace, observe, recordItem } from "rehearsal/tracing"; // tracing
import * as desk from "./agents/openai-agents.mjs";
import { isStarted, question, show } from "./support/show.mjs";

const ignore = async () => {}; // tracing
const rest = { onTraceStart: ignore, onTraceEnd: ignore, onSpanStart: ignore, shutdown: ignore, forceFlush: ignore }; // tracing
setTraceProcessors([{ ...rest, onSpanEnd: async (span) => recordItem(span) }]); // tracing
setTracingDisabled(false); // tracing: the SDK switches it off where NODE_ENV is "test"

export const answer = observe({ type: "agent", name: "desk" }, desk.answer); // tracing: the answer is in no trace item

if (isStarted(import.meta.url)) {
  const { trace } = await captureTrace(() => answer(question, "thread-1"), { retrieverTools: ["search_guide"] }); // tracing
  show(trace);
}
