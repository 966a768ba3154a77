import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Agent } from "../../src/simulator/agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";

const run = promisify(execFile);
const goldens = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `g${String(n)}`, scenario: "A chat." }));
const script = (turns: number) =>
  new ScriptedUser(Array.from({ length: turns }, (_, n) => `This is line ${String(n)}.`));

describe("10,000 conversations of 10 turns, streamed, with a journal", () => {
  it("grow the memory by less than 100 MB", async function () {
    this.timeout(600_000);
    const directory = mkdtempSync(join(tmpdir(), "scale-"));
    try {
      // In a process of its own, whose heap is no larger than it needs: else nothing is collected for long.
      const child = fileURLToPath(new URL("scale-child.ts", import.meta.url));
      const { stdout } = await run(process.execPath, ["--max-old-space-size=160", "--import", "tsx", child, directory]);
      const { count, turns, grownMb } = JSON.parse(stdout) as { count: number; turns: number; grownMb: number };
      expect([count, turns]).to.deep.equal([10_000, 200_000]);
      expect(readdirSync(directory)).to.have.lengthOf(10_000);
      process.stderr.write(`      grown by ${grownMb.toFixed(1)} MB\n`);
      expect(grownMb).to.be.below(100);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe("200 conversations of 5 turns with an agent that takes 50 ms, 100 at a time", () => {
  it("take hardly longer than the agent does", async function () {
    this.timeout(60_000);
    const agent: Agent = ({ input }) =>
      new Promise((resolve) => setTimeout(() => resolve(`You said: ${String(input)}`), 50));
    const simulator = new ConversationSimulator({ agent, user: script(5), maxConcurrent: 100 });
    await simulator.simulate({ conversationalGoldens: goldens(100) });
    const idealMs = 2 * 5 * 50;
    let ratio = Infinity;
    // The best of some: what else the machine does now and then is not the simulator's.
    for (let run = 0; run < 20 && (run < 5 || ratio >= 1.15); run++) {
      const began = performance.now();
      const cases = await simulator.simulate({ conversationalGoldens: goldens(200) });
      ratio = Math.min(ratio, (performance.now() - began) / idealMs);
      expect(cases.every(({ turns }) => turns.length === 10)).to.equal(true);
    }
    process.stderr.write(`      ${ratio.toFixed(3)} of the ideal\n`);
    expect(ratio).to.be.below(1.15);
  });
});
