// Importing the root entry in a fresh process; deepeval's likewise. Prints milliseconds of the import alone.
const target = process.argv[2] === "ours" ? new URL("../../dist/index.js", import.meta.url).href : "deepeval";
const start = performance.now();
await import(target);
process.stdout.write(`${JSON.stringify({ ms: performance.now() - start })}\n`);
process.exit(0);
