// All 24 calls under one instrumentation. Prints a verdict for each as JSON.
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { readTrace } from "../../dist/tracing/index.js";
import { calls } from "./openai-24.mjs";
import { fakeOpenAI } from "./openai-fake.mjs";
import { instrumentedClass } from "./openai-sides.mjs";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const exporter = new InMemorySpanExporter();
const logs = new InMemoryLogRecordExporter();
const OpenAI = await instrumentedClass(
  process.argv[2],
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  new LoggerProvider({ processors: [new SimpleLogRecordProcessor(logs)] }),
);

let unhandled;
process.on("unhandledRejection", (reason) => (unhandled = reason));
process.on("uncaughtException", (error) => (unhandled = error));

async function broken(app, fetch) {
  unhandled = undefined;
  try {
    await app(new OpenAI({ apiKey: "key", fetch, maxRetries: 0 }));
  } catch (error) {
    return error.message;
  } finally {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
  return unhandled === undefined ? undefined : `unhandled, which ends the process: ${unhandled.message}`;
}

const matches = (actual, expected) =>
  expected instanceof RegExp ? expected.test(actual ?? "") : JSON.stringify(actual) === JSON.stringify(expected);

/** What is expected and not on record. */
function lacking({ spans, ...expected }, trace, log) {
  const models = trace.spans.filter(({ kind }) => kind === "llm" || kind === "embedding");
  if (models.length < spans) return `loses ${spans - models.length} of ${spans} spans`;
  const told = {
    output: trace.output,
    calls: trace.toolsCalled.map(({ name, inputParameters }) => [name, inputParameters]),
    results: trace.toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output]),
    tokens: trace.usage.totalTokens,
    fails: trace.spans.some(({ status }) => status === "error"),
    "end of the request": log.cancelled,
    runs: trace.toolsCalled.every(({ durationMs }) => durationMs !== undefined),
  };
  const wrong = Object.keys(expected).filter((field) => !matches(told[field], expected[field]));
  return wrong.length === 0 ? "right" : `partly: wrong ${wrong.join(", ")}`;
}

const verdicts = {};
for (const [name, call] of Object.entries(calls)) {
  exporter.reset();
  logs.reset();
  const { fetch, log } = fakeOpenAI(call.script);
  const harm = await broken(call.app, fetch);
  const trace = readTrace({ spans: exporter.getFinishedSpans(), logRecords: logs.getFinishedLogRecords() });
  verdicts[name] = harm === undefined ? lacking(call.expected, trace, log) : `breaks the app: ${harm}`;
}
process.stdout.write(`\n${JSON.stringify(verdicts)}\n`);
process.exit(0);
