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
  type Handoff,
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
// By file: the indexes of these rooms also hold what the root does not show, and importing it stays cheap.
export { observe } from "./tracing/observe/observe.js";
export { stageNextSpan } from "./tracing/observe/stage.js";
export { updateCurrentSpan, updateCurrentTrace } from "./tracing/observe/update.js";
export { createOtlpReceiver, type OtlpReceiver } from "./tracing/receiver/otlp-receiver.js";
export { captureTrace } from "./tracing/run/capture-trace.js";
export type { Agent, AgentInput, AgentReply } from "./simulator/agent.js";
export { httpAgent, type HttpAgentOptions } from "./simulator/agents/http-agent.js";
export { SimulationNode } from "./simulator/graph/simulation-node.js";
export { ConversationSimulator } from "./simulator/simulator.js";
export { ScriptedScenario } from "./simulator/steps/scripted-scenario.js";
export { steps } from "./simulator/steps/steps.js";
export { end, proceed } from "./simulator/stopping.js";
export type { User } from "./simulator/user.js";
export { AgendaUser } from "./simulator/users/agenda-user.js";
export { LanguageModelUser } from "./simulator/users/language-model-user.js";
export { ScriptedUser } from "./simulator/users/scripted-user.js";
export { assertTest } from "./evaluation/assert-test.js";
export { evaluate } from "./evaluation/evaluate.js";
export { logHyperparameters } from "./evaluation/hyperparameters.js";
export type { Blame, CaseResult, Gate, GateOutcome, RunRates, RunRecord } from "./evaluation/index.js";
export { renderTerminal, type TerminalOptions } from "./report/index.js";
export { RehearsalError, type Issue, type RehearsalErrorCode } from "./errors.js";
