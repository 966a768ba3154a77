import { conversationalTestCaseSchema } from "../test-case/conversational-test-case.js";
import { llmTestCaseSchema } from "../test-case/llm-test-case.js";
import type { TestCase } from "../test-case/metric.js";
import { jsonObject, lazySchema, strict, type Schema, type ZodModule } from "../test-case/schema.js";
import { metricResultSchema, verdicts } from "./metric-result-schema.js";
import { blamedParties, type Blame } from "./blame.js";
import { gateOutcomeSchema, ratesSchema } from "./rates-schema.js";
import { RUN_RECORD_VERSIONS, type CaseResult, type RunRecord, type RunSummary } from "./run-record.js";

type Typed<Type extends string, T> = { readonly type: Type } & T;
export type RunHeader = Pick<RunRecord, "version" | "id" | "startedAt" | "rehearsal" | "seed" | "hyperparameters">;
export type RunEnd = Pick<RunRecord, "passed" | "durationMs" | "summary" | "rates" | "gate">;

/** The first line of a record's file. */
export const headerSchema: Schema<Typed<"run", RunHeader>> = lazySchema((z) =>
  strict<Typed<"run", RunHeader>>(z, {
    type: z.literal("run"),
    version: z.literal(RUN_RECORD_VERSIONS),
    id: z.string(),
    startedAt: z.string(),
    rehearsal: z.string(),
    seed: z.string().optional(),
    hyperparameters: jsonObject(z),
  }),
);

/** A line between the first and the last. */
export const resultSchema: Schema<Typed<"result", CaseResult>> = lazySchema((z) =>
  strict<Typed<"result", CaseResult>>(z, {
    type: z.literal("result"),
    name: z.string(),
    goldenId: z.string().optional(),
    trial: z.int().positive().optional(),
    verdict: z.enum(verdicts),
    flaky: z.boolean(),
    reason: z.string(),
    metrics: z.array(metricResultSchema()),
    notYetAsserted: z.array(z.string()),
    blame: strict<Blame>(z, { party: z.enum(blamedParties), reason: z.string() }).optional(),
    testCase: testCase(z),
  }),
);

/** The last line. */
export const endSchema: Schema<Typed<"summary", RunEnd>> = lazySchema((z) => {
  const count = z.int().nonnegative();
  return strict<Typed<"summary", RunEnd>>(z, {
    type: z.literal("summary"),
    passed: z.boolean(),
    durationMs: z.number().nonnegative(),
    summary: strict<RunSummary>(z, {
      passed: count,
      failed: count,
      errored: count,
      skipped: count,
      flakyFailures: count,
    }),
    rates: ratesSchema().optional(),
    gate: gateOutcomeSchema().optional(),
  });
});

/** Of either kind, as its keys tell: the errors of a union would speak of both. */
const testCase = (z: ZodModule) =>
  z.unknown().transform((value, context): TestCase => {
    const conversational = typeof value === "object" && value !== null && "turns" in value;
    const parsed = (conversational ? conversationalTestCaseSchema() : llmTestCaseSchema()).safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });
