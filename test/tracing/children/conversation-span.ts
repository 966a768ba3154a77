// A simulation under a user's own provider, and what that exports of it; without "user" under a provider of ours.
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { trace } from "@opentelemetry/api";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import type { MetricResult } from "../../../src/test-case/metric.js";
import { observe } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

const exporter = new InMemorySpanExporter();
if (process.argv[2] === "user")
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));

const simulator = new ConversationSimulator({
  agent: observe({ type: "agent", name: "support" }, () => "It is on its way."),
  user: new ScriptedUser(["Where is it?", "When?"]),
});
const [testCase] = await simulator.simulate({
  conversationalGoldens: [{ id: "order", scenario: "A customer asks for an order." }],
});
if (testCase === undefined) throw new Error("no test case");
const results: MetricResult[] = [
  { name: "polite", verdict: "failed", score: 0.25, threshold: 0.5, reason: "It was rude.", turn: 2 },
  {
    name: "helpful",
    verdict: "errored",
    score: null,
    threshold: 0.5,
    reason: "The judge is away.",
    failure: "provider",
  },
];
const metrics = results.map((result) => ({ name: result.name, threshold: 0.5, measure: async () => result }));
await evaluate([testCase], { metrics, record: false });
answer({
  threadId: testCase.threadId,
  traces: testCase.turns.flatMap(({ traceId }) => traceId ?? []),
  spans: exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    spanId: span.spanContext().spanId,
    parentSpanId: span.parentSpanContext?.spanId ?? null,
    attributes: span.attributes,
    links: span.links.map(({ context }) => context.spanId),
    events: span.events.map(({ name, attributes }) => ({ name, attributes })),
    status: span.status,
  })),
});
