// Runs one side of a case in a process of its own, after a warm-up, and tells the best time of several rounds.
import { writeSync } from "node:fs";

const [file, side, rounds = "9"] = process.argv.slice(2);
const { [side]: prepare } = await import(new URL(`cases/${file}`, import.meta.url));
const { work, per = 1, check, between } = await prepare();
let best = Infinity;
// Without rounds there is no warm-up either: the first time is what is asked for.
for (let round = 0; round <= Number(rounds); round++) {
  await between?.();
  const start = performance.now();
  await work();
  if (round > 0 || rounds === "0") best = Math.min(best, performance.now() - start);
}
await check?.();
// Figures go to descriptor 3: whatever a side prints on stdout and stderr is discarded.
writeSync(3, JSON.stringify({ value: best / per }));
process.exit(0);
