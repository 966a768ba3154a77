import type { RunRecord } from "rehearsal";

/** What the run must find, and all that it may find. */
const planted = { golden: "in-a-hurry", field: "confirmBefore" };

/** How a run differs from "everything passed but the planted fault"; empty if it does not. */
export function differencesFromPlanted({ results }: RunRecord): string[] {
  let found = false;
  const others = results.flatMap(({ goldenId = "?", verdict, metrics, reason }) => {
    if (verdict === "passed") return [];
    const bad = metrics.filter((metric) => metric.verdict === "failed" || metric.verdict === "errored");
    if (bad.length === 0) return [`${goldenId}: ${reason}`];
    return bad.flatMap(({ field, name, reason: why }) => {
      const isPlanted = goldenId === planted.golden && field === planted.field;
      found ||= isPlanted;
      return isPlanted ? [] : [`${goldenId}: ${field ?? name}: ${why}`];
    });
  });
  return found ? others : [`the planted fault was not found (${planted.golden}, ${planted.field})`, ...others];
}
