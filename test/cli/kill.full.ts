// The real process, killed: what only shows there.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { readRun } from "../../src/evaluation/read-run.js";
import { randomFor } from "../../src/simulator/random.js";
import { tsxLoader } from "./tsx-loader.js";
import { Workspace } from "./workspace.js";

const bin = fileURLToPath(new URL("../../src/cli/bin.ts", import.meta.url));

/** Notes every reply in a file, and takes a moment for it. */
const agent = `
import { appendFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
export default async ({ input, golden, turns }) => {
  appendFileSync(new URL("asked.txt", import.meta.url), golden.id + " " + turns.length + "\\n");
  await wait(20);
  return turns.length < 4 ? "Which table?" : "Done, I have booked table 7.";
};
`;
const goldens = Array.from(
  { length: 60 },
  (_, at) =>
    `- { id: g${String(at)}, scenario: A guest., opening: A table please., facts: { table: "7" }, mustCommunicate: [table 7] }\n`,
).join("");

describe("the command line, killed again and again", () => {
  const workspace = new Workspace({ "agent.mjs": agent, "goldens.yaml": goldens });
  after(() => workspace.remove());

  const asked = (): string[] => {
    const file = join(workspace.folder, "asked.txt");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };

  /** Runs, and kills the process after so many replies. Resolves to its exit code; null: it was killed. */
  const run = (argv: readonly string[], killAfter = Infinity) =>
    new Promise<number | null>((resolve, reject) => {
      const before = asked().length;
      const child = spawn(
        process.execPath,
        ["--import", tsxLoader, bin, "simulate", ...argv, "--user", "rules", "-c", "4", "--record-dir", "runs"],
        { cwd: workspace.folder, stdio: ["ignore", "ignore", "inherit"] },
      );
      const look = setInterval(() => {
        if (asked().length - before >= killAfter) child.kill("SIGKILL");
      }, 5);
      child.on("error", reject);
      child.on("close", (code) => {
        clearInterval(look);
        resolve(code);
      });
    });

  const record = async (id: string) => {
    const { results, seed, passed } = await readRun(join(workspace.folder, "runs", id, "run.jsonl"));
    const lasting = results.map(({ testCase, ...result }) => ({
      ...result,
      said: "turns" in testCase ? testCase.turns.map(({ role, content }) => `${role}: ${content}`) : [],
    }));
    return { seed, passed, results: lasting };
  };

  it("goes on with --resume to the record of a run that was left alone, and asks for nothing twice that was heard", async () => {
    const random = randomFor("cli", "kill");
    expect(await run(["goldens.yaml", "-a", "agent.mjs"], 10)).to.equal(null);
    for (let kill = 0; kill < 4; kill++) expect(await run(["--resume"], 5 + Math.floor(random() * 20))).to.equal(null);
    const [killed = ""] = readdirSync(join(workspace.folder, "runs"));
    expect(readdirSync(join(workspace.folder, "runs"))).to.deep.equal([killed]);
    expect(await run(["--resume"])).to.equal(0);
    const replies = asked().length;
    expect(readdirSync(join(workspace.folder, "runs", killed))).to.deep.equal(["run.jsonl"]);
    expect(await run(["goldens.yaml", "-a", "agent.mjs"])).to.equal(0);
    const whole = readdirSync(join(workspace.folder, "runs")).find((id) => id !== killed) ?? "";
    expect(await record(killed)).to.deep.equal(await record(whole));
    expect((await record(killed)).results).to.have.lengthOf(60);
    // At each kill, the replies under way were lost: one for each of the conversations that are held at once.
    const needed = asked().length - replies;
    expect(replies - needed).to.be.within(0, 5 * 4);
  }).timeout(300_000);
});
