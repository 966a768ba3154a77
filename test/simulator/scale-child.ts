// Streams 10,000 conversations of 10 turns with a journal in the directory given, and tells how the memory grew.
import type { Agent } from "../../src/simulator/agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";

const agent: Agent = ({ input }) => `You said: ${String(input)}`;
const user = new ScriptedUser(Array.from({ length: 10 }, (_, n) => `This is line ${String(n)}.`));
const conversationalGoldens = Array.from({ length: 10_000 }, (_, n) => ({ id: `g${String(n)}`, scenario: "A chat." }));
const simulator = new ConversationSimulator({ agent, user, maxConcurrent: 20 });
let [count, turns, most, start] = [0, 0, 0, 0];
for await (const testCase of simulator.stream({ conversationalGoldens, journal: process.argv[2] ?? "" })) {
  count += 1;
  turns += testCase.turns.length;
  if (count % 500 !== 0) continue;
  const { rss } = process.memoryUsage();
  // What the process needs at all is there after a while.
  if (count === 500) start = rss;
  most = Math.max(most, rss);
}
process.stdout.write(JSON.stringify({ count, turns, grownMb: (most - start) / 2 ** 20 }));
