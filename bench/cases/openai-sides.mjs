// The four instrumentations of the OpenAI client, each set up as its own documentation says.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export const sides = {
  ours: "rehearsal",
  openinference: "OpenInference 4.2.7",
  traceloop: "OpenLLMetry 0.27.0",
  contrib: "OpenTelemetry contrib 0.21.0",
};

/** The class of openai, instrumented; contrib can only do that to a class that is yet to be required. */
export async function instrumentedClass(side, tracerProvider, loggerProvider) {
  if (side === "contrib") {
    const { registerInstrumentations } = require("@opentelemetry/instrumentation");
    const { OpenAIInstrumentation } = require("@opentelemetry/instrumentation-openai");
    const instrumentations = [new OpenAIInstrumentation({ captureMessageContent: true })];
    registerInstrumentations({ instrumentations, tracerProvider, loggerProvider });
    return require("openai").OpenAI;
  }
  const { OpenAI } = await import("openai");
  const instrumentation = await instrumentationOf(side);
  if (tracerProvider !== undefined) instrumentation.setTracerProvider(tracerProvider);
  instrumentation.manuallyInstrument(OpenAI);
  return OpenAI;
}

async function instrumentationOf(side) {
  const module = {
    ours: "../../dist/instrumentation/openai/index.js",
    openinference: "@arizeai/openinference-instrumentation-openai",
    traceloop: "@traceloop/instrumentation-openai",
  }[side];
  const { OpenAIInstrumentation } = await import(module);
  return new OpenAIInstrumentation();
}
