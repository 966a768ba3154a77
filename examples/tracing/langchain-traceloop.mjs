// LangChain 1, traced by OpenLLMetry. The agent is in agents/langchain.mjs; all that concerns tracing is here.
import { LangChainInstrumentation } from "@traceloop/instrumentation-langchain"; // tracing
import * as CallbackManagerModule from "@langchain/core/callbacks/manager"; // tracing
import { captureTrace } from "rehearsal"; // tracing
import { isStarted, question, show } from "./support/show.mjs";

new LangChainInstrumentation().manuallyInstrument({ callbackManagerModule: CallbackManagerModule }); // tracing

export const { answer } = await import("./agents/langchain.mjs");

if (isStarted(import.meta.url)) {
  const { trace } = await captureTrace(() => answer(question, "thread-1"), { retrieverTools: ["search_guide"] }); // tracing
  show(trace);
}
