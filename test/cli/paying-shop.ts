import { fileURLToPath, pathToFileURL } from "node:url";

const observeUrl = pathToFileURL(fileURLToPath(new URL("../../src/tracing/observe/observe.ts", import.meta.url))).href;
const updateUrl = pathToFileURL(fileURLToPath(new URL("../../src/tracing/observe/update.ts", import.meta.url))).href;

/** Takes 100 tokens of the model m-1 for a reply, and notes in a file whom it answers. */
export const agent = `
import { appendFileSync } from "node:fs";
import { observe } from ${JSON.stringify(observeUrl)};
import { updateCurrentSpan } from ${JSON.stringify(updateUrl)};
const ask = observe({ type: "llm", name: "ask", model: "m-1" }, async (text) => {
  updateCurrentSpan({ inputTokens: 90, outputTokens: 10 });
  return text;
});
export default observe({ type: "agent", name: "shop" }, async ({ golden }) => {
  appendFileSync(new URL("asked.txt", import.meta.url), golden.id + "\\n");
  await globalThis.betweenReplies?.(golden);
  return ask("Done, I have booked table 7.");
});
`;
export const goldens = (count: number, opening = "Please book a table.") =>
  Array.from(
    { length: count },
    (_, at) => `- { id: g${String(at)}, scenario: A guest., opening: "${opening}", mustCommunicate: [table 7] }\n`,
  ).join("");
export const prices = JSON.stringify({ "m-1": { inputPerMillion: 10_000, outputPerMillion: 10_000 } });
