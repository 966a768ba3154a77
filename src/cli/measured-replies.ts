import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readRun } from "../evaluation/read-run.js";
import { RUN_FILE } from "../evaluation/write-run.js";
import type { Measured } from "../simulator/ceiling/estimate.js";
import type { Prices } from "../simulator/ceiling/prices.js";
import { spentByAgent } from "../simulator/ceiling/spending.js";
import { mean } from "../statistics/mean.js";

/** So many of the newest records are looked at. */
const RECORDS = 5;

/** What a reply of the agent took in the newest recorded run that shows it. Undefined: none does. */
export async function measuredReplies(records: string, prices: Prices): Promise<Measured | undefined> {
  const ids = (await readdir(records).catch((): string[] => [])).sort().reverse().slice(0, RECORDS);
  for (const id of ids) {
    // A record that can't be read tells nothing, and is no reason to tell less.
    const run = await readRun(join(records, id, RUN_FILE)).catch(() => undefined);
    const traces = run?.results.flatMap(({ testCase }) => ("traces" in testCase ? (testCase.traces ?? []) : [])) ?? [];
    const spent = traces.map((trace) => spentByAgent(trace, prices));
    const tokensPerReply = meanOrNull(spent.flatMap(({ tokens: { amount } }) => amount ?? []));
    const costPerReply = meanOrNull(spent.flatMap(({ cost: { amount } }) => amount ?? []));
    if (tokensPerReply !== null) return { tokensPerReply, costPerReply, from: `the run ${id}` };
  }
  return undefined;
}

const meanOrNull = (amounts: readonly number[]): number | null => (amounts.length === 0 ? null : mean(amounts));
