import { RehearsalError } from "../errors.js";
import type { Metric } from "../test-case/metric.js";

/** The metrics that a caller gave, or an error that says which one is none. */
export function metricList(metrics: unknown, where: string): readonly Metric[] {
  if (metrics === undefined) return [];
  if (!Array.isArray(metrics))
    throw new RehearsalError("invalid_input", `${where}: metrics must be an array of metrics`);
  metrics.forEach((metric: unknown, index) => {
    if (isMetric(metric)) return;
    throw new RehearsalError(
      "invalid_input",
      `${where}: metrics[${String(index)}] is no metric${hint(metric)}; a metric has a name, a threshold (or null) and measure()`,
    );
  });
  return metrics as Metric[];
}

const isMetric = (value: unknown): value is Metric =>
  typeof value === "object" &&
  value !== null &&
  "measure" in value &&
  typeof value.measure === "function" &&
  "name" in value &&
  typeof value.name === "string" &&
  value.name.trim() !== "";

const hint = (value: unknown): string =>
  typeof value === "function" && value.name !== "" ? ` but a function: did you mean new ${value.name}({...})?` : "";

/** The metrics for what a case states and the given ones; a given one takes the place of a stated one of its name. */
export function mergeMetrics(stated: readonly Metric[], given: readonly Metric[]): readonly Metric[] {
  const names = new Set(given.map((metric) => metric.name));
  return [...stated.filter((metric) => !names.has(metric.name)), ...given];
}
