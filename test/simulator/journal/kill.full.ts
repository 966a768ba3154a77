import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { randomFor } from "../../../src/simulator/random.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import type { ConversationalTestCase } from "../../../src/test-case/conversational-test-case.js";
import { killedRun } from "./killed-run.js";

const child = fileURLToPath(new URL("kill-child.ts", import.meta.url));

/** Kills the process after so many turns of its agent. Resolves to whether it had finished by then. */
function killedAfter(turns: number, directory: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const run = spawn(process.execPath, ["--import", "tsx", child, directory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let seen = 0;
    let finished = false;
    createInterface(run.stdout).on("line", (line) => {
      if (line === "done") finished = true;
      if (++seen === turns) run.kill("SIGKILL");
    });
    run.on("error", reject);
    run.on("close", () => resolve(finished));
  });
}

/** What depends on the clock, and ids that are random where the clock is the system's. */
const passing = new Set(["latencyMs", "startTimeMs", "endTimeMs", "durationMs", "traceId", "spanId", "parentSpanId"]);

/** All that does not depend on the clock, on random ids, or on when it was killed; of ids, where they are the same one. */
const lasting = (testCases: readonly ConversationalTestCase[]): unknown =>
  testCases.map(({ askedAgain: _, resumedAt: __, ...testCase }) => {
    const ids = new Map<string, number>();
    const numbered = (id: string): number => ids.get(id) ?? (ids.set(id, ids.size + 1), ids.size);
    return JSON.parse(
      JSON.stringify(testCase, (key, value: unknown) => {
        if (!passing.has(key)) return value;
        return typeof value === "string" ? numbered(value) : typeof value;
      }),
    ) as unknown;
  });

/** A trace for each reply, and the turn that names it. */
function expectTraced({ turns, traces = [], goldenId }: ConversationalTestCase): void {
  const ids = turns.flatMap(({ role, traceId }) => (role === "assistant" ? [traceId] : []));
  expect(
    traces.map(({ traceId }) => traceId),
    goldenId,
  ).to.deep.equal(ids);
  expect(new Set(ids).size, goldenId).to.equal(ids.length);
}

describe("a run of 200 conversations that is killed 20 times", () => {
  it("gives exactly 200 results, none twice, each as if nothing had happened", async function () {
    this.timeout(300_000);
    const directory = mkdtempSync(join(tmpdir(), "killed-"));
    try {
      const random = randomFor("kill", "moments");
      for (let kill = 0; kill < 20; kill++)
        expect(await killedAfter(1 + Math.floor(random() * 90), directory)).to.equal(false);
      expect(readdirSync(directory).length).to.be.within(20, 200);
      const { settings, goldens } = killedRun();
      const simulator = new ConversationSimulator(settings);
      const resumed = await simulator.simulate({ conversationalGoldens: goldens, journal: directory });
      const whole = await simulator.simulate({ conversationalGoldens: goldens });
      expect(resumed).to.have.lengthOf(200);
      expect(new Set(resumed.map(({ threadId }) => threadId)).size).to.equal(200);
      expect(readdirSync(directory)).to.have.lengthOf(200);
      for (const testCase of resumed) expectTraced(testCase);
      expect(resumed.filter(({ error }) => error !== undefined)).to.deep.equal([]);
      expect(lasting(resumed)).to.deep.equal(lasting(whole));
      expect(whole.some(({ askedAgain }) => askedAgain !== undefined)).to.equal(false);
      // Twenty at a time were under way at each kill; each of them is a reply of the agent, and marked.
      const marked = resumed.flatMap(({ askedAgain = [] }) => askedAgain);
      expect(marked.length).to.be.greaterThan(0);
      expect(marked.every((turn) => turn % 2 === 0)).to.equal(true);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
