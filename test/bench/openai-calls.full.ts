import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const run = promisify(execFile);
const side = fileURLToPath(new URL("../../bench/cases/openai-side.mjs", import.meta.url));

describe("24 ways to use the client of OpenAI", () => {
  it("work, and are recorded right, where the client is wrapped", async () => {
    const { stdout } = await run(process.execPath, [side, "ours"]);
    const verdicts = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Readonly<Record<string, string>>;
    expect(Object.keys(verdicts)).to.have.lengthOf(24);
    expect(Object.entries(verdicts).filter(([, verdict]) => verdict !== "right")).to.deep.equal([]);
  });
});
