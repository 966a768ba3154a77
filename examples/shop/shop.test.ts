// The goldens of the demo as a mocha suite: one test for each. Run it with mocha and tsx.
import { fileURLToPath } from "node:url";
import { AgendaUser, assertTest, ConversationSimulator, EvaluationDataset } from "rehearsal";
import { createSupportAgent } from "./agent.js";

const dataset = await EvaluationDataset.load(fileURLToPath(new URL("goldens.yaml", import.meta.url)));
// Without the planted fault. With it, "in-a-hurry" fails, as `npm run demo` shows.
const agent = createSupportAgent({ plantedFault: false });
const simulator = new ConversationSimulator({ agent, user: new AgendaUser() });

describe("shop support agent", () => {
  for (const golden of dataset.goldens) {
    it(golden.id, async () => {
      const [testCase] = await simulator.simulate({ conversationalGoldens: [golden] });
      await assertTest({ testCase });
    });
  }
});
