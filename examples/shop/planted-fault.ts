import type { RunRecord } from "rehearsal";

/** What the run must find, and all that it may find. */
const planted = { golden: "in-a-hurry", field: "confirmBefore" };

/** How a run differs from "everything passed but the planted fault"; empty if it does not. */
export function differencesFromPlanted({ results }: RunRecord): string[] {
  const wrong = results.filter(({ verdict }) => verdict !== "passed");
  const found = wrong.flatMap(({ goldenId = "?", metrics, reason }) => {
    const failed = metrics.filter(({ verdict }) => verdict === "failed" || verdict === "errored");
    return failed.length === 0
      ? [{ golden: goldenId, field: "?", reason }]
      : failed.map((metric) => ({ golden: goldenId, field: metric.field ?? metric.name, reason: metric.reason }));
  });
  const isPlanted = ({ golden, field }: { golden: string; field: string }) =>
    golden === planted.golden && field === planted.field;
  return [
    ...(found.some(isPlanted) ? [] : [`the planted fault was not found (${planted.golden}, ${planted.field})`]),
    ...found.filter((it) => !isPlanted(it)).map(({ golden, field, reason }) => `${golden}: ${field}: ${reason}`),
  ];
}
