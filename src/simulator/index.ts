export type { Agent, AgentInput, AgentReply, HangUp } from "./agent.js";
export { aiSdkAgent, type AISDKAgent, type AISDKAgentOptions, type AISDKCall } from "./agents/ai-sdk-agent.js";
export { chatAgent, type ChatAgentOptions } from "./agents/chat-agent.js";
export { httpAgent, type HttpAgentOptions } from "./agents/http-agent.js";
export { langChainAgent, type LangChainAgentOptions, type LangChainRunnable } from "./agents/lang-chain-agent.js";
export { mcpPromptAgent, type McpPromptAgentOptions, type McpPromptClient } from "./agents/mcp-prompt-agent.js";
export { systemClock, type Clock } from "./clock.js";
export type { OnSimulationComplete } from "./completion-hook.js";
export type { ConversationSimulatorOptions, UserChoice } from "./options.js";
export type { Estimate, Range } from "./ceiling/estimate.js";
export type { Price, Prices } from "./ceiling/prices.js";
export type { ModelSpending } from "./ceiling/spending.js";
export type { Progress } from "./progress/progress.js";
export { progressLine } from "./progress/progress-line.js";
export type { OnProgress } from "./progress/run-watch.js";
export {
  SimulationNode,
  type EdgeCondition,
  type EdgeInput,
  type NodeAction,
  type NodeInput,
  type SimulationEdge,
  type SimulationNodeOptions,
} from "./graph/simulation-node.js";
export { randomFor } from "./random.js";
export type { SimulateOptions } from "./simulate-options.js";
export { ConversationSimulator } from "./simulator.js";
export { end, proceed, type StoppingController, type StoppingDecision, type StoppingInput } from "./stopping.js";
export { ScriptedScenario, type ScriptedScenarioOptions } from "./steps/scripted-scenario.js";
export type { ScenarioState } from "./steps/scenario-state.js";
export type { Check, ReplyExpectation, Step, ToolFailure } from "./steps/step.js";
export { steps } from "./steps/steps.js";
export type { ConversationBudget } from "./stopping/budget.js";
export type { CircleRules } from "./stopping/circles.js";
export { expectedOutcomeMet, type OutcomePredicate } from "./stopping/expected-outcome-met.js";
export { languageModelJudge } from "./stopping/language-model-judge.js";
export type { StoppingOptions } from "./stopping/stopping-options.js";
export type { Random, User, UserEnding, UserLine, UserModels, UserMove, UserRequest } from "./user.js";
export { AgendaUser } from "./users/agenda-user.js";
export { LanguageModelUser, type LanguageModelUserOptions } from "./users/language-model-user.js";
export { ScriptedUser, type RecordedConversation, type Script } from "./users/scripted-user.js";
export { lineFaults } from "./users/user-faults/line-faults.js";
export type { SaidLine, UserFault } from "./users/user-faults/user-fault.js";
export { userFaults, type LocatedUserFault } from "./users/user-faults/user-faults.js";
export type { FirstTurnInput, NextTurnInput, UserTemplate, VisibleGolden } from "./users/user-template.js";
