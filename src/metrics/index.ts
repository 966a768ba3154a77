export { BudgetMetric, type BudgetOptions } from "./budgets/budget-metric.js";
export { communicates } from "./communicate/communicates.js";
export { MustCommunicateMetric, type MustCommunicateOptions } from "./communicate/must-communicate-metric.js";
export type { MetricOptions } from "./measured.js";
export { StateMetric, type StateMetricOptions } from "./state/state-metric.js";
export { ScriptMetric } from "./script-metric.js";
export { statedMetrics, type StatedMetrics } from "./stated-metrics.js";
export { ExactMatchMetric, type ExactMatchOptions } from "./text/exact-match-metric.js";
export { JsonCorrectnessMetric, type JsonCorrectnessOptions } from "./text/json-correctness-metric.js";
export { PatternMatchMetric, type PatternMatchOptions } from "./text/pattern-match-metric.js";
export type {
  ArgumentKeys,
  ArgumentPaths,
  ArgumentRule,
  CompareArguments,
  CompareValue,
} from "./trajectory/arguments/argument-rule.js";
export type { Difference } from "./trajectory/arguments/difference.js";
export {
  any,
  anyOf,
  closeTo,
  date,
  literal,
  nonEmpty,
  number,
  oneOf,
  optional,
  regex,
  text,
  unordered,
  type DateOptions,
  type Matcher,
  type TextOptions,
  type Tolerance,
} from "./trajectory/arguments/matcher.js";
export { ConfirmBeforeMetric, type ConfirmBeforeOptions } from "./trajectory/confirmation/confirm-before-metric.js";
export type { DoubtfulConsent, TellConsent } from "./trajectory/confirmation/told-consent.js";
export { findUnconfirmedCalls, type UnconfirmedCall } from "./trajectory/confirmation/unconfirmed-calls.js";
export { findForbiddenCalls, type ForbiddenCall, type ToolPolicy } from "./trajectory/forbidden-calls.js";
export { ForbiddenToolsMetric, type ForbiddenToolsOptions } from "./trajectory/forbidden-tools-metric.js";
export { matchToolCalls } from "./trajectory/match-tool-calls.js";
export type { IncludedCalls } from "./trajectory/read-calls.js";
export { ToolCorrectnessMetric, type ToolCorrectnessOptions } from "./trajectory/tool-correctness-metric.js";
export type { CallPair, ToolMatchOptions, ToolMatchResult } from "./trajectory/tool-match-result.js";
