import { assertedShape, type AssertedFields, type AssertedFieldsInput } from "./asserted-fields.js";
import type { JsonObject } from "./json.js";
import { retrievalContext, type RetrievedContext } from "./retrieved-context.js";
import { dictionary, jsonObject, lazySchema, strict, text, texts, valueClass, type Schema } from "./schema.js";
import { toolCallSchema, type ToolCall, type ToolCallInput } from "./tool-call.js";
import { traceSchema, type Trace } from "./trace.js";

/** One question and its answer, with what happened in between and what should have. */
export interface LLMTestCase extends AssertedFields {
  readonly input: string;
  /** The answer. Absent: there is none, and a metric that needs it is `skipped` as missing. */
  readonly actualOutput?: string;
  readonly expectedOutput?: string;
  /** True facts to judge the answer by. */
  readonly context?: readonly string[];
  readonly retrievalContext?: readonly (string | RetrievedContext)[];
  /** Absent: not known. `[]`: none. */
  readonly toolsCalled?: readonly ToolCall[];
  /** In US dollars, as the trace tells it. */
  readonly tokenCost?: number;
  readonly completionTimeMs?: number;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly comments?: string;
  readonly metadata?: JsonObject;
  /** A failure is reported and does not fail the run. Absent means false. */
  readonly flaky?: boolean;
  readonly customColumnKeyValues?: { readonly [column: string]: string };
  /** Id of the golden that this case was made from. */
  readonly goldenId?: string;
  readonly trace?: Trace;
  /** Set where the agent failed: what it threw. */
  readonly error?: string;
}

export type LLMTestCaseInput = Omit<LLMTestCase, "toolsCalled" | keyof AssertedFields> &
  AssertedFieldsInput & { readonly toolsCalled?: readonly ToolCallInput[] };

export const llmTestCaseSchema: Schema<LLMTestCase> = lazySchema((z) =>
  strict<LLMTestCase>(z, {
    ...assertedShape(z),
    input: z.string(),
    actualOutput: z.string().optional(),
    expectedOutput: z.string().optional(),
    context: texts(z).optional(),
    retrievalContext: retrievalContext(z).optional(),
    toolsCalled: z.array(toolCallSchema()).optional(),
    tokenCost: z.number().nonnegative().optional(),
    completionTimeMs: z.number().nonnegative().optional(),
    name: text(z).optional(),
    tags: texts(z).optional(),
    comments: z.string().optional(),
    metadata: jsonObject(z).optional(),
    flaky: z.boolean().optional(),
    customColumnKeyValues: dictionary(z, z.string()).optional(),
    goldenId: z.string().optional(),
    trace: traceSchema().optional(),
    error: z.string().optional(),
  }),
);

export const LLMTestCase = valueClass<LLMTestCaseInput, LLMTestCase>("LLMTestCase", llmTestCaseSchema);
