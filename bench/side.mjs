// Runs one side of a case in a process of its own, after a warm-up, and tells the best time of several rounds.
import { writeSync } from "node:fs";

const [file, side, rounds = "9"] = process.argv.slice(2);
const { [side]: prepare } = await import(new URL(`cases/${file}`, import.meta.url));
const { work, bare, per = 1, check, between } = await prepare();

async function timed(job) {
  const start = performance.now();
  await job();
  return performance.now() - start;
}

let best = Infinity;
let bareBest = bare === undefined ? 0 : Infinity;
// Without rounds there is no warm-up either: the first time is what is asked for.
for (let round = 0; round <= Number(rounds); round++) {
  const isWarm = round > 0 || rounds === "0";
  // What a side adds to bare work is told by timing both in turn.
  if (bare !== undefined) {
    const time = await timed(bare);
    if (isWarm) bareBest = Math.min(bareBest, time);
  }
  await between?.();
  const time = await timed(work);
  if (isWarm) best = Math.min(best, time);
}
await check?.();
// Figures go to descriptor 3: whatever a side prints on stdout and stderr is discarded.
writeSync(3, JSON.stringify({ value: (best - bareBest) / per }));
process.exit(0);
