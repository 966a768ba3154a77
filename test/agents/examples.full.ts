import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { folder } from "./support/example.js";

const passage = "Bikes are due back by 18:00 on the last day of a booking.";
const answer = `${passage} R-17 is a gravel bike for 2 days.`;

const printed = {
  searched: `called    search_guide {"query":"due back"} → [{"id":"guide-1","text":"${passage}"}]`,
  searchedAsText: `called    search_guide {"query":"due back"} → [{"text":"${passage}"}]`,
  looked: 'called    find_booking {"id":"R-17"} → {"id":"R-17","bike":"gravel","days":2}',
  retrieved: `retrieved ${passage}`,
  answered: `answered  ${answer}`,
  three: "usage     60 tokens in, 15 out",
  two: "usage     40 tokens in, 10 out",
  unknown: "usage     unknown",
};
type Part = keyof typeof printed;

const all: readonly Part[] = ["searched", "looked", "retrieved", "answered", "three"];
const bare = (...tools: readonly string[]) =>
  `missing   ${tools.map((name) => `tool "${name}"`).join(", ")}: recorded its argument without the name`;
const uncounted = (calls: number) =>
  `missing   usage: ${String(calls)} of ${String(calls)} model calls recorded no tokens, or not all`;

const examples: Readonly<Record<string, readonly [parts: readonly Part[], ...missing: readonly string[]]>> = {
  "ai-sdk.mjs": [all],
  "langchain-openinference.mjs": [
    ["searchedAsText", "looked", "retrieved", "answered", "three"],
    bare("search_guide", "find_booking"),
  ],
  "langchain-traceloop.mjs": [["searchedAsText", "looked", "retrieved", "answered", "unknown"], uncounted(3)],
  "langgraph-openinference.mjs": [["looked", "retrieved", "answered", "two"], bare("find_booking")],
  "langgraph-traceloop.mjs": [["looked", "answered", "unknown"], uncounted(2)],
  "openai-agents-openinference.mjs": [all],
  "openai-agents-records.mjs": [all, 'missing   agent "desk": the final answer is in no trace item of OpenAI Agents'],
  "mastra/mastra.mjs": [all],
  "openai.mjs": [all],
  "mcp.mjs": [["looked", "retrieved", "answered", "unknown"]],
};

describe("the examples of traced agents", () => {
  for (const [file, [parts, ...missing]] of Object.entries(examples)) {
    it(`${file} prints what its agent did, with at most ten lines about tracing`, async function () {
      this.timeout(60_000);
      const path = join(folder, file);
      const lines = readFileSync(path, "utf8").split("\n");
      expect(lines.filter((line) => line.includes("// tracing")).length).to.be.within(1, 10);
      const { stdout } = await promisify(execFile)(process.execPath, [path]);
      expect(stdout.trimEnd().split("\n")).to.deep.equal([...parts.map((part) => printed[part]), ...missing]);
    });
  }
});
