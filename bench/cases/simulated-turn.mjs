// A simulated turn with a scripted user and a trivial agent: ours traced, openevals' without tracing.
const CONVERSATIONS = 200;
const TURNS = 5;
const lines = Array.from({ length: TURNS }, (_, turn) => `This is line ${turn} of the user.`);
const perTurn = (CONVERSATIONS * TURNS) / 1000; // in microseconds

export async function ours() {
  const { ConversationSimulator, ScriptedUser } = await import("../../dist/simulator/index.js");
  const goldens = Array.from({ length: CONVERSATIONS }, (_, index) => ({ id: `g${index}`, scenario: "A chat." }));
  return {
    per: perTurn,
    work: async () => {
      const agent = async ({ input }) => `You said: ${input}`;
      const simulator = new ConversationSimulator({ agent, user: new ScriptedUser(lines) });
      const cases = await simulator.simulate({ conversationalGoldens: goldens, maxUserSimulations: TURNS });
      const turns = cases.reduce((sum, testCase) => sum + testCase.turns.length, 0);
      if (turns !== CONVERSATIONS * TURNS * 2) throw new Error(`ours made ${turns} turns`);
      if (cases[0].traces.length !== TURNS) throw new Error("ours was not traced");
    },
  };
}

export async function peer() {
  const { runMultiturnSimulation } = await import("openevals");
  return {
    per: perTurn,
    work: async () => {
      for (let index = 0; index < CONVERSATIONS; index++) {
        const app = async ({ inputs }) => ({ role: "assistant", content: `You said: ${inputs.content}` });
        const { trajectory } = await runMultiturnSimulation({ app, user: lines, maxTurns: TURNS });
        if (trajectory.length !== TURNS * 2) throw new Error(`openevals made ${trajectory.length} turns`);
      }
    },
  };
}
