import { createRequire } from "node:module";
import { join } from "node:path";
import { readTrace, turnFromTrace } from "../../src/tracing/index.js";
import { describeDesk } from "./support/desk-suite.js";
import { folder, load, versionOf, type Example } from "./support/example.js";

/** The SDK says no more of what a tool threw, unless told to; the model is told. */
const failure = { error: "Error running tool (non-fatal)" };
const noAnswer = 'agent "desk": the final answer is in no trace item of OpenAI Agents';
const title = `OpenAI Agents ${versionOf("@openai/agents")}`;

describeDesk(`${title}, through OpenInference`, () => load("openai-agents-openinference.mjs"), {
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

interface Item {
  readonly traceId: string;
}
interface Agents {
  readonly setTraceProcessors: (processors: readonly object[]) => void;
  readonly withTrace: <T>(name: string, work: (trace: Item) => Promise<T>) => Promise<T>;
}

async function readingItems(): Promise<Example> {
  const { answer } = await load("agents/openai-agents.mjs");
  const { setTraceProcessors, withTrace } = createRequire(join(folder, "package.json"))("@openai/agents") as Agents;
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
