// An agent that says, calls, finds, states and fails with secrets, and all that becomes of it.
// Arguments: how capture is chosen; "user" for a provider of the user's own.
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import OpenAI from "openai";
import { wrapOpenAI } from "../../../instrumentation/openai/index.js";
import {
  captureTrace,
  conversationFromTraces,
  createTracing,
  observe,
  spanTestCases,
  stageNextSpan,
  testCaseFromTrace,
  TraceRecorder,
  tracingStatus,
  updateCurrentSpan,
  updateCurrentTrace,
} from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

const [how, whose] = process.argv.slice(2);
const exporter = new InMemorySpanExporter();
const processor = new SimpleSpanProcessor(exporter);
const redact = (text: string): string => text.replaceAll("secret", "…");
const captureContent = how === "redact" ? redact : how === "false" ? false : undefined;
if (whose === "user") {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor, new TraceRecorder()] }));
  if (captureContent !== undefined) await createTracing({ captureContent });
} else await createTracing({ spanProcessors: [processor], ...(captureContent !== undefined && { captureContent }) });

const fetch = async (): Promise<Response> =>
  Response.json({
    id: "r",
    model: "m",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "secret answer" } }],
  });
const client = wrapOpenAI(new OpenAI({ apiKey: "k", fetch, maxRetries: 0 }));

const tool = observe({ type: "tool", name: "look_up" }, (_order: { id: string }) => ({ state: "secret state" }));
const find = observe({ type: "retriever", name: "find" }, (_query: string) => ["secret passage"]);
const failing = observe({ type: "tool", name: "fails" }, (): never => {
  throw new TypeError("secret of an error");
});
const streaming = observe({ type: "llm", name: "streams" }, async function* (_words: string) {
  yield "secret piece";
});
const agent = observe({ type: "agent", name: "support" }, async (_question: string, _more: string) => {
  tool({ id: "secret id" });
  find("secret query");
  for await (const _ of streaming("secret words"));
  await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "secret question" }] });
  try {
    failing();
  } catch {
    // It copes.
  }
  stageNextSpan({ type: "tool", expectedOutput: "secret stage" }, () => tool({ id: "x" }));
  updateCurrentSpan({ input: "secret input", context: ["secret context"], expectedOutput: "secret expected" });
  updateCurrentTrace({
    output: "secret output",
    toolsCalled: [{ name: "look_up", inputParameters: { id: "secret" } }],
  });
  return "secret reply";
});

const { trace: recorded } = await captureTrace(() => agent("secret question", "secret more"));
answer({
  trace: recorded,
  cases: [
    testCaseFromTrace(recorded, { input: "asked" }),
    conversationFromTraces([recorded]),
    spanTestCases(recorded, () => true).map(({ testCase }) => testCase ?? null),
  ],
  spans: exporter
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  notes: tracingStatus().notes,
  faults: tracingStatus().faults,
});
