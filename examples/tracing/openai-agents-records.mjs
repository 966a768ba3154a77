// OpenAI Agents 0.20, traced by the SDK itself, without OpenTelemetry. The agent is in agents/openai-agents.mjs.
import { setTraceProcessors, setTracingDisabled, withTrace } from "@openai/agents"; // tracing
import { readTrace, turnFromTrace } from "rehearsal/tracing"; // tracing
import { answer } from "./agents/openai-agents.mjs";
import { isStarted, question, show } from "./support/show.mjs";

let items = []; // tracing
const [ignore, keep] = [async () => {}, async (item) => void items.push(item)]; // tracing
setTraceProcessors([{ onTraceStart: ignore, onTraceEnd: keep, onSpanStart: ignore, onSpanEnd: keep, shutdown: ignore, forceFlush: ignore }]); // tracing
setTracingDisabled(false); // the SDK switches it off where NODE_ENV is "test" // tracing

export async function traced(message, threadId) {
  let traceId;
  const text = await withTrace("desk", (trace) => ((traceId = trace.traceId), answer(message, threadId))); // tracing
  const records = items.filter((item) => item.traceId === traceId); // tracing
  items = items.filter((item) => item.traceId !== traceId);
  return { text, trace: readTrace({ records, retrieverTools: ["search_guide"] }) }; // tracing
}

/** For a simulator: the reply with what its trace shows. */
export async function agent({ input, threadId }) {
  const { text, trace } = await traced(input, threadId);
  return { ...turnFromTrace(trace), content: text };
}

if (isStarted(import.meta.url)) show((await traced(question, "thread-1")).trace);
