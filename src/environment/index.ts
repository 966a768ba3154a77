export { fault, faultKinds, type Fault, type FaultKind, type FaultOptions } from "./fault.js";
export { interceptAISDKTools } from "./interception/adapters/intercept-ai-sdk-tools.js";
export { interceptLangChainTools } from "./interception/adapters/intercept-langchain-tools.js";
export { interceptMcpClient } from "./interception/adapters/intercept-mcp-client.js";
export {
  interceptTools,
  type InterceptOptions,
  type InterceptPlan,
  type InterceptRules,
} from "./interception/intercept-tools.js";
export type { InterceptedCall } from "./interception/intercepted-call.js";
export { Interception, type InterceptionOptions } from "./interception/interception.js";
export { mock, pass, refuse, type MockCall, type Rule } from "./interception/rules.js";
export { unusedMocks, type UnusedMock } from "./interception/unused-mocks.js";
export { runIntercepted } from "./run-intercepted.js";
export { Stage, type StageOptions, type StageReport } from "./stage.js";
export {
  compareState,
  type CompareOptions,
  type StateComparison,
  type StateDifference,
} from "./state/compare-state.js";
export { judgeState, type StateToJudge, type StateVerdict } from "./state/judge-state.js";
export { replayActions, type Replay, type ReplayOptions } from "./state/replay-actions.js";
export { applyCall, type Applied, type ToolResult, type WorldCall } from "./world/apply-call.js";
export { aiSDKTools, toolDefinitions, type AISDKTool, type ToolDefinition } from "./world/definitions.js";
export { createEnvironment, type Environment, type EnvironmentOptions } from "./world/environment.js";
export type { WorldSnapshot } from "./world/snapshot.js";
export type { ToolFunction, ToolFunctions } from "./world/tool-function.js";
export { ToolError } from "./world/tool-error.js";
export { World, type TurnSnapshot, type WorldOptions, type WorldRecord } from "./world/world.js";
export type { JsonSchema, StandardSchema, ToolContext, WorldTool, WorldTools } from "./world/world-tool.js";
export type { Timer } from "./timer.js";
