export { OpenAIInstrumentation } from "./openai-instrumentation.js";
export type { CaptureContent } from "../shared/settings.js";
export type { OpenAIOptions } from "./openai-options.js";
export { unwrapOpenAI, wrapOpenAI } from "./wrap-openai.js";
