import { createRequire } from "node:module";
import { join } from "node:path";
import { wrapOpenAI } from "../../instrumentation/openai/index.js";
import { readTrace, turnFromTrace } from "../../src/tracing/index.js";
import { describeDesk } from "./support/desk-suite.js";
import { folder, load, versionOf, type Example } from "./support/example.js";

/** The very module that the example imports: another one would set the SDK's tracing up anew. */
const sdk = "node_modules/@openai/agents/dist/index.mjs";
const require = createRequire(join(folder, "package.json"));
/** The SDK says no more of what a tool threw, unless told to; the model is told. */
const failure = { error: "Error running tool (non-fatal)" };
const noAnswer = 'agent "desk": the final answer is in no trace item of OpenAI Agents';
const title = `OpenAI Agents ${versionOf("@openai/agents")}`;

describeDesk(`${title}, through OpenInference`, () => load("openai-agents-openinference.mjs"), {
  failure,
  retrieves: false,
  retrieverTools: ["search_guide"],
});

describeDesk(`${title}, through OpenInference and wrapOpenAI at once`, throughBoth, {
  failure,
  retrieves: false,
  retrieverTools: ["search_guide"],
});

describeDesk(`${title}, through its own trace items, put on the run`, () => load("openai-agents-records.mjs"), {
  failure,
  retrieves: false,
  retrieverTools: ["search_guide"],
  missing: [noAnswer],
});

describeDesk(`${title}, through its own trace items, read afterwards`, readingItems, {
  failure,
  answers: false,
  missing: ["output: no span recorded a final answer", noAnswer],
});

type Class<T> = new (...given: never[]) => T;

/** A model of the SDK's own, whose every call is recorded by the SDK and by the client that it uses. */
async function throughBoth(): Promise<Example> {
  await load("openai-agents-openinference.mjs");
  const { deskWith } = await load<{ deskWith: (model: object) => Example["answer"] }>("agents/openai-agents.mjs");
  const { answerOffline } = await load<{ answerOffline: unknown }>("support/completions.mjs");
  const { default: OpenAI } = require("openai") as { readonly default: Class<object> };
  const { OpenAIChatCompletionsModel: Model } = await load<Agents>(sdk);
  const client = wrapOpenAI(Reflect.construct(OpenAI, [{ apiKey: "none", fetch: answerOffline }]) as object);
  return { answer: deskWith(Reflect.construct(Model, [client, "rules-1"]) as object) };
}

interface Item {
  readonly traceId: string;
}
interface Agents {
  readonly OpenAIChatCompletionsModel: Class<object>;
  readonly setTraceProcessors: (processors: readonly object[]) => void;
  readonly withTrace: <T>(name: string, work: (trace: Item) => Promise<T>) => Promise<T>;
}

async function readingItems(): Promise<Example> {
  const { answer } = await load("agents/openai-agents.mjs");
  const { setTraceProcessors, withTrace } = await load<Agents>(sdk);
  const items: Item[] = [];
  const ignore = async () => undefined;
  const rest = { onTraceStart: ignore, onTraceEnd: ignore, onSpanStart: ignore, shutdown: ignore, forceFlush: ignore };
  setTraceProcessors([{ ...rest, onSpanEnd: async (item: Item) => void items.push(item) }]);
  const traced: Example["traced"] = (message, threadId) =>
    withTrace("desk", async ({ traceId }) => {
      const text = await answer(message, threadId);
      const records = items.filter((item) => item.traceId === traceId);
      return { text, trace: readTrace({ records, retrieverTools: ["search_guide"] }) };
    });
  const agent: Example["agent"] = async ({ input, threadId }) => {
    const { text, trace } = await traced(input ?? "", threadId);
    return { ...turnFromTrace(trace), content: text };
  };
  return { answer, traced, agent };
}
