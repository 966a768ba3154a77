// An app with a provider of its own, registered after the preload: prints the spans that it exports.
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

export async function ask(OpenAI) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const isRegistered = trace.setGlobalTracerProvider(provider);
  const choices = [{ index: 0, message: { role: "assistant", content: "Hi." }, finish_reason: "stop" }];
  const fetch = async () => Response.json({ id: "c", model: "m", choices });
  const client = new OpenAI({ apiKey: "key", fetch });
  const messages = [{ role: "user", content: "Hi" }];
  await client.chat.completions.create({ model: "m", messages });
  const spans = exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes["gen_ai.output.messages"]]);
  process.stdout.write(JSON.stringify({ isRegistered, spans }));
}
