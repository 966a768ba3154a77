export { observe } from "./observe/observe.js";
export type { CaptureContent } from "./observe/capture.js";
export type { ObserveOptions, ObserveType } from "./observe/observe-options.js";
export { stageNextSpan, type SpanStage } from "./observe/stage.js";
export { updateCurrentSpan, updateCurrentTrace, type SpanUpdate, type TraceUpdate } from "./observe/update.js";
export { captureTrace, traceOf, type CapturedRun } from "./run/capture-trace.js";
export { startRun, type Run, type RunOptions } from "./run/run.js";
export { recordVerdicts } from "./run/record-verdicts.js";
export { recordItem } from "./run/record-item.js";
export { TraceRecorder } from "./run/trace-recorder.js";
export type { TraceHeaders } from "./run/headers.js";
export type { Trace, TraceSpan } from "../test-case/trace.js";
export { createTracing, type Tracing, type TracingOptions } from "./provider/create-tracing.js";
export { prepareTracing } from "./provider/prepare.js";
export { instrumentationStates, type InstrumentationState } from "./provider/instrumentations.js";
export { tracingStatus, type TracingStatus } from "./provider/status.js";
export type { RetrieverTools } from "./reading/build-trace.js";
export { knowsRetrieval, knowsTools } from "./reading/missing.js";
export { createOtlpReceiver, type OtlpReceiver } from "./receiver/otlp-receiver.js";
export type { OtlpReceiverOptions, ReceiverClock } from "./receiver/receiver-options.js";
export type { ReceiverStats } from "./receiver/receiver-stats.js";
export { readTrace, readTraces, type ReadTraceInput, type SpanInput } from "./reading/read-trace.js";
export {
  fromOtlpProtobuf,
  type LogRecordInput,
  type OtlpJson,
  type OtlpLogsJson,
  type OtlpSpan,
} from "./otlp/from-otlp.js";
export { conversationFromTraces, type ConversationOptions } from "./cases/conversation-from-traces.js";
export { spanTestCases, type SpanFilter, type SpanTestCase } from "./cases/span-test-cases.js";
export { testCaseFromTrace, type TraceGolden } from "./cases/test-case-from-trace.js";
export { turnFromTrace } from "./cases/turn-from-trace.js";
