import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { llmTestCaseSchema, type LLMTestCase } from "../../test-case/llm-test-case.js";
import type { Metric } from "../../test-case/metric.js";
import { parse } from "../../test-case/schema.js";
import { metricsOf } from "../../test-case/span-metrics.js";
import { spanKinds, type SpanKind, type Trace, type TraceSpan } from "../../test-case/trace.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import { documentsOf } from "../reading/documents.js";
import { checkTrace } from "./check-trace.js";
import { callsWithin } from "./calls-within.js";

/** Which spans: those of a type, of a name, of both, or for which a function says so. */
export type SpanFilter =
  | { readonly type?: SpanKind | undefined; readonly name?: string | undefined }
  | ((span: TraceSpan, trace: Trace) => boolean);

/** A span as a test case of its own. */
export interface SpanTestCase {
  readonly span: TraceSpan;
  /** Absent: what went into the span was not recorded, so there is nothing to judge. */
  readonly testCase?: LLMTestCase;
  /** What was attached to it by `observe({ metrics })` or `stageNextSpan`, in that order. */
  readonly metrics: readonly Metric<LLMTestCase>[];
  /** Why there is no test case, as a sentence. */
  readonly missing?: string;
}

/**
 * Spans of a trace as test cases, for judging the parts of an agent one by one: by default those to which metrics were
 * attached, else those that the filter tells. A trace that was JSON in between has no metrics any more, so give a filter.
 *
 * @example
 * for (const { testCase } of spanTestCases(trace, { type: "retriever" })) await metric.measure(testCase);
 */
export function spanTestCases(trace: Trace, filter?: SpanFilter): readonly SpanTestCase[] {
  checkTrace("spanTestCases", trace);
  const wants = test(filter);
  return trace.spans
    .filter((span) => wants(span, trace))
    .map((span) => {
      const metrics = metricsOf(span);
      const input = textOf(span.input);
      if (input !== undefined) return { span, testCase: caseOf(span, trace, input), metrics };
      return {
        span,
        metrics,
        missing: `${span.kind} "${span.name}" recorded no input, so it can't be judged by itself`,
      };
    });
}

function test(filter: SpanFilter | undefined): (span: TraceSpan, trace: Trace) => boolean {
  if (filter === undefined) return (span) => metricsOf(span).length > 0;
  if (typeof filter === "function") return filter;
  const { type, name } = filter;
  const fault =
    wrongOptions(filter, ["type", "name"]) ??
    (type === undefined || spanKinds.includes(type)
      ? undefined
      : `unknown type ${described(type)}; known types: ${spanKinds.join(", ")}`);
  if (fault !== undefined) throw new RehearsalError("invalid_input", `spanTestCases: ${fault}`);
  return (span) => (type === undefined || span.kind === type) && (name === undefined || span.name === name);
}

function caseOf(span: TraceSpan, trace: Trace, input: string): LLMTestCase {
  const { output, expectedOutput, context, expectedTools, tags, metadata, error } = span;
  const actualOutput = textOf(output);
  const retrievalContext = span.retrievalContext ?? retrievedBy(span);
  const toolsCalled = span.toolsCalled ?? callsWithin(span, trace);
  const { costUsd } = span.usage ?? {};
  const { endTimeMs, startTimeMs } = span;
  return parse(
    llmTestCaseSchema,
    {
      input,
      ...(actualOutput !== undefined && { actualOutput }),
      ...(expectedOutput !== undefined && { expectedOutput }),
      ...(context !== undefined && { context }),
      ...(retrievalContext !== undefined && { retrievalContext }),
      ...(toolsCalled !== undefined && { toolsCalled }),
      ...(expectedTools !== undefined && { expectedTools }),
      ...(tags !== undefined && { tags }),
      ...(metadata !== undefined && { metadata }),
      ...(span.name.trim() !== "" && { name: span.name }),
      ...(endTimeMs !== null && { completionTimeMs: Math.max(0, endTimeMs - startTimeMs) }),
      ...(costUsd !== undefined && { tokenCost: costUsd }),
      ...(error !== undefined && { error }),
    },
    `the test case of ${span.kind} "${span.name}"`,
  );
}

const retrievedBy = ({ kind, output }: TraceSpan): TraceSpan["retrievalContext"] =>
  kind === "retriever" || kind === "reranker" ? documentsOf(output)?.documents : undefined;

/** Undefined: not recorded. A value that is no text is judged as its JSON. */
const textOf = (value: JsonValue | undefined): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
