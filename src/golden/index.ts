export { isConversationalGolden, type AnyGolden, type AnyGoldenInput } from "./any-golden.js";
export {
  ConversationalGolden,
  type ConversationalGoldenInput,
  type DoneTest,
  type Fact,
  type Goal,
} from "./conversational-golden.js";
export { describeIssue, type DatasetIssue } from "./dataset-issue.js";
export {
  EvaluationDataset,
  type InvalidDatasetError,
  type LoadOptions,
  type LoadSyncOptions,
  type ParseOptions,
  type SaveOptions,
} from "./evaluation-dataset.js";
export type { DatasetFormat } from "./files/format.js";
export { Golden, type GoldenBase, type GoldenInput } from "./golden.js";
