// The same 24 uses of the OpenAI client under each instrumentation: does the app still work, is every call recorded, and is
// what is recorded right? `node bench/cases/openai-calls.mjs` prints the table.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { calls } from "./openai-24.mjs";
import { sides } from "./openai-sides.mjs";

/** A side in a process of its own, since unhandled rejections end processes. */
export function verdictsOf(side) {
  const child = fileURLToPath(new URL("openai-side.mjs", import.meta.url));
  const out = execFileSync(process.execPath, [child, side], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return JSON.parse(out.trim().split("\n").at(-1));
}

export const wrongIn = (verdicts) => Object.values(verdicts).filter((verdict) => verdict !== "right").length;

function print() {
  const found = Object.fromEntries(Object.keys(sides).map((side) => [side, verdictsOf(side)]));
  const width = Math.max(...Object.values(sides).map((label) => label.length)) + 2;
  const count = (side, start) => Object.values(found[side]).filter((verdict) => verdict.startsWith(start)).length;
  const summaries = Object.keys(sides).map((side) => {
    const [right, breaks, loses, partly] = ["right", "breaks", "loses", "partly"].map((start) => count(side, start));
    return [side, `${right} right, ${breaks} break the app, ${loses} lose spans, ${partly} record a part`];
  });
  const blocks = [
    ["all", Object.fromEntries(summaries)],
    ...Object.keys(calls).map((name) => [
      name,
      Object.fromEntries(Object.keys(sides).map((side) => [side, found[side][name]])),
    ]),
  ];
  const lines = blocks.flatMap(([name, verdicts]) => [
    name,
    ...Object.entries(sides).map(([side, label]) => `  ${label.padEnd(width)}${verdicts[side]}`),
  ]);
  process.stdout.write(`${lines.join("\n")}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
