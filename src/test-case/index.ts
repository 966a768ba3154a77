export { Audio } from "./audio.js";
export {
  assertedFieldNames,
  assertedFieldsOf,
  type ArgumentMode,
  type AssertedFields,
  type AssertedFieldsInput,
  type ToolMatch,
  type ToolMatchMode,
} from "./asserted-fields.js";
export type { Budgets, LatencyBudget } from "./budgets.js";
export {
  ConversationalTestCase,
  type ConversationalTestCaseInput,
  type EndReason,
} from "./conversational-test-case.js";
export { Expectations } from "./expectations.js";
export type { Failure, FailureKind } from "./failure.js";
export type { JsonObject, JsonValue } from "./json.js";
export type { Judge, JudgeAnswer, JudgeEvidence, JudgeQuestion } from "./judge.js";
export { LLMTestCase, type LLMTestCaseInput } from "./llm-test-case.js";
export {
  isConversational,
  type MeasureOptions,
  type Metric,
  type MetricResult,
  type TestCase,
  type Verdict,
} from "./metric.js";
export { knownCalls, locatedCalls, type KnownCalls, type LocatedCall } from "./located-calls.js";
export { MLLMImage, splitImages, type ImageData } from "./mllm-image.js";
export { Persona, type BackgroundNoise, type InterruptionBehavior, type PersonaInput } from "./persona.js";
export { RetrievedContext } from "./retrieved-context.js";
export type { ScriptOutcome } from "./script-outcome.js";
export { ToolCall, type ToolCallInput } from "./tool-call.js";
export type { Handoff, SpanKind, Trace, TraceSpan, TraceTurn, TurnDelays, Usage } from "./trace.js";
export { Turn, type TurnInput } from "./turn.js";
