export { OpenAIInstrumentation } from "./openai-instrumentation.js";
export type { CaptureContent, OpenAIOptions } from "./settings.js";
export { unwrapOpenAI, wrapOpenAI } from "./wrap-openai.js";
