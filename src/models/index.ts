export { Cassette, type CassetteOptions, type CassetteSettings, type UnusedRecording } from "./cassette/cassette.js";
export { CassetteDirectory, type CassetteDirectoryOptions } from "./cassette/cassette-directory.js";
export { cassetteModes, type CassetteMode } from "./cassette/mode.js";
export { standardVolatile, type VolatileRule } from "./cassette/volatile.js";
export { withCassette, type AsyncFunction, type WithCassetteOptions } from "./cassette/with-cassette.js";
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
export { limitModel } from "./limit-model.js";
export type { RateLimits } from "./rate-gate.js";
export type { ModelClock } from "./deadline.js";
export type { ModelRuntime } from "./openai-connection.js";
export type { OpenAIClient } from "./openai-client.js";
export { OpenAIModel } from "./openai-model.js";
export type { OpenAIModelOptions } from "./openai-options.js";
export { ScriptedModel, type ScriptedFunction, type ScriptedReply } from "./scripted-model.js";
