// What recording adds to a chat completion over a fake fetch. The bare client is of the package's other build, so that both
// can be timed in turns in one process: those builds differ in their module format alone.
import { createRequire } from "node:module";
import { fakeOpenAI } from "./openai-fake.mjs";
import { instrumentedClass } from "./openai-sides.mjs";

const CALLS = 100;
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
const bare = asking(createRequire(import.meta.url)("openai").OpenAI);

/** Ours as it is set up by itself: recorded into a run. What is made of the record afterwards is not timed. */
export async function ours() {
  const { prepareTracing, startRun } = await import("../../dist/tracing/index.js");
  await prepareTracing();
  const work = asking(await instrumentedClass("ours"));
  let run = startRun();
  const between = () => {
    run.end();
    run = startRun();
  };
  return { per, bare, between, work: () => run.within(work), check: () => expectSpans(run.trace().spans.length) };
}

/** A peer with a provider whose processor keeps the spans, as a run keeps its records. */
const peer = (side) => async () => {
  const { context } = await import("@opentelemetry/api");
  const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
  const { BasicTracerProvider } = await import("@opentelemetry/sdk-trace-base");
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  let kept = [];
  const onEnd = (span) => void kept.push(span);
  const processor = { onStart() {}, onEnd, forceFlush: async () => {}, shutdown: async () => {} };
  const OpenAI = await instrumentedClass(side, new BasicTracerProvider({ spanProcessors: [processor] }));
  const between = () => void (kept = []);
  return { per, bare, between, work: asking(OpenAI), check: () => expectSpans(kept.length) };
};

function expectSpans(count) {
  if (count !== CALLS) throw new Error(`recorded ${count} spans, not ${CALLS}`);
}

export const openinference = peer("openinference");
export const traceloop = peer("traceloop");
