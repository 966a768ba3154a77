// A simulated turn with a scripted user and a trivial agent: ours traced, openevals' without tracing.
import { runMultiturnSimulation } from "openevals";
import { ConversationSimulator, ScriptedUser } from "../../dist/simulator/index.js";
import { answer, sideBySide } from "./measure.mjs";

process.env.LANGSMITH_TRACING = "false";
const CONVERSATIONS = 200;
const TURNS = 5;
const lines = Array.from({ length: TURNS }, (_, turn) => `This is line ${turn} of the user.`);
const goldens = Array.from({ length: CONVERSATIONS }, (_, index) => ({ id: `g${index}`, scenario: "A chat." }));

const best = await sideBySide(
  7,
  async () => {
    const simulator = new ConversationSimulator({ agent: async ({ input }) => `You said: ${input}`, user: new ScriptedUser(lines), maxConcurrent: 1 });
    const cases = await simulator.simulate({ conversationalGoldens: goldens, maxUserSimulations: TURNS });
    const turns = cases.reduce((sum, testCase) => sum + testCase.turns.length, 0);
    if (turns !== CONVERSATIONS * TURNS * 2) throw new Error(`ours made ${turns} turns`);
  },
  async () => {
    for (let index = 0; index < CONVERSATIONS; index++) {
      const { trajectory } = await runMultiturnSimulation({
        app: async ({ inputs }) => ({ role: "assistant", content: `You said: ${inputs.content}` }),
        user: lines,
        maxTurns: TURNS,
      });
      if (trajectory.length !== TURNS * 2) throw new Error(`openevals made ${trajectory.length} turns`);
    }
  },
);
const perTurn = (ms) => (ms * 1000) / (CONVERSATIONS * TURNS);
answer({ ours: perTurn(best.ours), peer: perTurn(best.peer) });
process.exit(0);
