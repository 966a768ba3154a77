import { existsSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { passAtK, passHatK } from "../../src/statistics/pass-k.js";

const folder = process.env.REHEARSAL_DATA ?? new URL("../../../shared/data", import.meta.url).pathname;
const file = `${folder}/tau-bench/gpt-4o-airline.json`;

describe("pass^k and pass@k of recorded tau-bench runs (4 trials of 50 tasks)", () => {
  it("are the published ones", function () {
    if (!existsSync(file)) this.skip();
    const runs = JSON.parse(readFileSync(file, "utf8")) as { task_id: number; reward: number }[];
    const ids = [...new Set(runs.map(({ task_id }) => task_id))];
    const tasks = ids.map((id) => {
      const ofTask = runs.filter(({ task_id }) => task_id === id);
      return { n: ofTask.length, c: ofTask.filter(({ reward }) => reward === 1).length };
    });
    const average = (rate: typeof passHatK, k: number) =>
      tasks.reduce((sum, { c, n }) => sum + (rate(c, n, k) ?? Number.NaN), 0) / tasks.length;
    expect([1, 2, 3, 4].map((k) => average(passHatK, k).toFixed(4))).to.deep.equal([
      "0.4200",
      "0.2733",
      "0.2200",
      "0.2000",
    ]);
    expect([1, 2, 3, 4].map((k) => average(passAtK, k).toFixed(4))).to.deep.equal([
      "0.4200",
      "0.5667",
      "0.6600",
      "0.7200",
    ]);
  });
});
