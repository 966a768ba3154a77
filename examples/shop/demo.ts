// npm run demo: eight customers talk to the support agent of a shop, offline. One of them meets a fault that we planted.
import { fileURLToPath } from "node:url";
import { AgendaUser, ConversationSimulator, EvaluationDataset, evaluate, renderTerminal } from "rehearsal";
import { createSupportAgent } from "./agent.js";
import { differencesFromPlanted } from "./planted-fault.js";

const print = (text: string) => process.stdout.write(`${text}\n`);
const color = process.stdout.isTTY && !process.env["NO_COLOR"];

print("Eight customers, played by rules, talk to a support agent. No model, no key, no network.\n");

const dataset = await EvaluationDataset.load(fileURLToPath(new URL("goldens.yaml", import.meta.url)));
const simulator = new ConversationSimulator({ agent: createSupportAgent(), user: new AgendaUser(), seed: "demo" });
const testCases = await simulator.simulate({ conversationalGoldens: dataset.goldens });
const run = await evaluate(testCases, { seed: "demo" });

print(renderTerminal(run, { color, width: Math.min(process.stdout.columns || 100, 120), conversations: "all" }));

const differences = differencesFromPlanted(run);
if (differences.length === 0) {
  print(`The one failure is the point of this demo: we planted a fault in the agent, and the goldens found it.

  what happened  A customer in a hurry was refunded $42.50 without having been asked.
  what found it  The golden "in-a-hurry" says confirmBefore: [refund_order]. The other seven never meet the fault.
  why            Somebody meant well: "if the customer is in a hurry, be quick". See THE PLANTED FAULT in
                 examples/shop/policy.ts; delete those lines, and this demo complains that it is gone.
  try it         npx rehearsal simulate examples/shop/goldens.yaml --agent examples/shop/agent.ts --only in-a-hurry
`);
} else {
  print("This is not what the demo should find, which is the planted fault and nothing else:");
  for (const difference of differences) print(`  - ${difference}`);
  process.exitCode = 1;
}
