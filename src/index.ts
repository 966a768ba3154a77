export {
  Audio,
  ConversationalTestCase,
  Expectations,
  LLMTestCase,
  MLLMImage,
  Persona,
  RetrievedContext,
  ToolCall,
  Turn,
  type AssertedFields,
  type Budgets,
  type ConversationalTestCaseInput,
  type EndReason,
  type JsonObject,
  type JsonValue,
  type Judge,
  type LLMTestCaseInput,
  type Metric,
  type MetricResult,
  type TestCase,
  type ToolMatch,
  type Trace,
  type TraceSpan,
  type TurnInput,
  type Usage,
  type Verdict,
} from "./test-case/index.js";
export {
  ConversationalGolden,
  EvaluationDataset,
  Golden,
  type ConversationalGoldenInput,
  type GoldenInput,
} from "./golden/index.js";
export { captureTrace, observe, updateCurrentSpan, updateCurrentTrace } from "./tracing/index.js";
export {
  AgendaUser,
  ConversationSimulator,
  end,
  LanguageModelUser,
  proceed,
  ScriptedUser,
  type Agent,
  type AgentInput,
  type AgentReply,
  type User,
} from "./simulator/index.js";
export { assertTest, evaluate, logHyperparameters, type CaseResult, type RunRecord } from "./evaluation/index.js";
export { renderTerminal, type TerminalOptions } from "./report/index.js";
export { RehearsalError, type Issue, type RehearsalErrorCode } from "./errors.js";
