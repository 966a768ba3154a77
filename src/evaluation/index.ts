export { assertTest, type AssertGolden, type AssertTestCase } from "./assert-test.js";
export { evaluate, type EvaluateOptions } from "./evaluate.js";
export { clearHyperparameters, logHyperparameters, type Hyperparameters } from "./hyperparameters.js";
export { readRun } from "./read-run.js";
export type { RunAgent, RunRequest } from "./run-golden.js";
export { RUN_RECORD_VERSION, type CaseResult, type RunRecord, type RunSummary } from "./run-record.js";
export { transcript, type TranscriptOptions } from "./transcript.js";
