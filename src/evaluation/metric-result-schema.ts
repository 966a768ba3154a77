import { failureKinds } from "../test-case/failure.js";
import type { MetricResult, Verdict } from "../test-case/metric.js";
import { json, lazySchema, strict, text, type Schema } from "../test-case/schema.js";

export const verdicts = ["passed", "failed", "errored", "skipped"] as const satisfies readonly Verdict[];

/** The shape of what a metric answers, and that it does not contradict itself where a pass would be false. */
export const metricResultSchema: Schema<MetricResult> = lazySchema((z) =>
  strict<MetricResult>(z, {
    name: text(z),
    verdict: z.enum(verdicts),
    score: z.number().min(0).max(1).nullable(),
    threshold: z.number().nullable(),
    reason: z.string(),
    flaky: z.boolean().optional(),
    turn: z.int().positive().optional(),
    call: z.int().positive().optional(),
    field: z.string().optional(),
    actual: json(z).optional(),
    expected: json(z).optional(),
    details: z.array(z.string()).optional(),
    missing: z.array(z.string()).optional(),
    failure: z.enum(failureKinds).optional(),
  }).check((context) => {
    const { verdict, score, threshold } = context.value;
    if (verdict !== "passed") return;
    const complain = (message: string) =>
      context.issues.push({ code: "custom", input: verdict, path: ["verdict"], message });
    if (score === null) complain('is "passed" with score null, which means that nothing was measured');
    else if (threshold !== null && score < threshold) {
      complain(`is "passed" with score ${String(score)}, below the threshold ${String(threshold)}`);
    }
  }),
);
