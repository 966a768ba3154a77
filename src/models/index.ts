export type { DecisionAnswer, DecisionModel, DecisionQuestion } from "./decision-model.js";
export { fromAISDK, type AISDKModel, type AISDKOptions } from "./from-ai-sdk.js";
export { modelFromEnv } from "./from-env.js";
export type {
  LanguageModel,
  ModelMessage,
  ModelRequest,
  ModelResponse,
  ModelTool,
  ModelToolCall,
} from "./language-model.js";
export type { ModelClock } from "./deadline.js";
export type { ModelRuntime } from "./openai-connection.js";
export type { OpenAIClient } from "./openai-client.js";
export { OpenAIModel } from "./openai-model.js";
export type { OpenAIModelOptions } from "./openai-options.js";
export { ScriptedModel, type ScriptedFunction, type ScriptedReply } from "./scripted-model.js";
