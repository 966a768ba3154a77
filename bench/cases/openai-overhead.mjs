// A chat completion over a fake fetch: bare, and recorded by each instrumentation into a provider whose processor only counts.
import { fakeOpenAI } from "./openai-fake.mjs";
import { instrumentedClass } from "./openai-sides.mjs";

const CALLS = 200;
const said = { text: "word ".repeat(200), calls: [{ id: "call_1", name: "lookup", args: { id: 7 } }] };
const body = {
  model: "m",
  messages: [
    { role: "system", content: "x".repeat(1000) },
    { role: "user", content: "Where is my order?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_0", type: "function", function: { name: "lookup", arguments: '{"id":6}' } }],
    },
    { role: "tool", tool_call_id: "call_0", content: JSON.stringify({ status: "sent", note: "y".repeat(500) }) },
  ],
  tools: [
    {
      type: "function",
      function: { name: "lookup", parameters: { type: "object", properties: { id: { type: "number" } } } },
    },
  ],
};

function asking(OpenAI) {
  const { fetch } = fakeOpenAI(() => said);
  const client = new OpenAI({ apiKey: "key", fetch, maxRetries: 0 });
  return async () => {
    for (let call = 0; call < CALLS; call++) await client.chat.completions.create(body);
  };
}

const per = CALLS / 1000; // in microseconds

const recording = (side) => async () => {
  const { BasicTracerProvider } = await import("@opentelemetry/sdk-trace-base");
  const { context } = await import("@opentelemetry/api");
  const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  let ended = 0;
  const processor = { onStart() {}, onEnd: () => void ended++, forceFlush: async () => {}, shutdown: async () => {} };
  const OpenAI = await instrumentedClass(side, new BasicTracerProvider({ spanProcessors: [processor] }));
  const ask = asking(OpenAI);
  const check = () => {
    if (ended === 0 || ended % CALLS !== 0) throw new Error(`recorded ${ended} spans`);
  };
  if (side !== "ours") return { per, work: ask, check };
  // Ours records into a run besides, and that is part of its cost. What is made of the record afterwards is not.
  const { startRun } = await import("../../dist/tracing/index.js");
  let run = startRun();
  const between = () => {
    run.end();
    run = startRun();
  };
  return { per, between, work: () => run.within(ask), check };
};

export const bare = async () => ({ per, work: asking((await import("openai")).OpenAI) });
export const ours = recording("ours");
export const openinference = recording("openinference");
export const traceloop = recording("traceloop");
