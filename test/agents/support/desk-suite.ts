import { expect } from "chai";
import type { Agent } from "../../../src/simulator/agent.js";
import { ConversationSimulator, ScriptedUser } from "../../../src/simulator/index.js";
import type { ToolCall } from "../../../src/test-case/tool-call.js";
import type { Trace } from "../../../src/test-case/trace.js";
import { captureTrace } from "../../../src/tracing/index.js";
import type { RetrieverTools } from "../../../src/tracing/index.js";
import type { Example } from "./example.js";

/** How the trace of an agent differs from one that tells all. */
export interface Expected {
  /** Whether searching the guide is a tool that the model calls. Default: true. */
  readonly searches?: boolean;
  /** What `search_guide` hands back. Default: the passages as they are. */
  readonly found?: unknown;
  /** False: the passages are in no trace of a conversation. Default: true. */
  readonly retrieves?: boolean;
  readonly retrieverTools?: RetrieverTools;
  /** False: the trace has no answer, which only the agent's reply tells. Default: true. */
  readonly answers?: boolean;
  /** False: no tokens are recorded. Default: true. */
  readonly counts?: boolean;
  /** How the call that fails is told. Default: its error is what the tool threw. */
  readonly failure?: Partial<Pick<ToolCall, "error" | "output">>;
  /** Sentences of `missing` when a question with two calls has been answered. Default: none. */
  readonly missing?: readonly string[];
}

const passage = { id: "guide-1", text: "Bikes are due back by 18:00 on the last day of a booking." };
const booking = {
  "R-17": { id: "R-17", bike: "gravel", days: 2 },
  "R-18": { id: "R-18", bike: "cargo", days: 5 },
  "R-21": { id: "R-21", bike: "tandem", days: 1 },
};
type Id = keyof typeof booking;

interface Call {
  readonly name: string;
  readonly inputParameters?: unknown;
  readonly output?: unknown;
  readonly error?: string | undefined;
}

const callsOf = (calls: readonly ToolCall[] | undefined): Call[] | undefined =>
  calls?.map(({ name, inputParameters, output, error }) => ({ name, inputParameters, output, error }));
const textsOf = (documents: Trace["retrievalContext"] | undefined) =>
  documents?.map((each) => (typeof each === "string" ? each : each.context));
const looked = (id: Id): Call => ({
  name: "find_booking",
  inputParameters: { id },
  output: booking[id],
  error: undefined,
});

/** Holds an agent of the desk to its exact trace, alone and in conversations at the same time. */
export function describeDesk(title: string, load: () => Promise<Example>, expected: Expected = {}): void {
  const { searches = true, retrieves = true, answers = true, counts = true } = expected;
  const searched: Call[] = searches
    ? [
        {
          name: "search_guide",
          inputParameters: { query: "due back" },
          output: expected.found ?? [passage],
          error: undefined,
        },
      ]
    : [];
  const notFound: Call = {
    name: "find_booking",
    inputParameters: { id: "R-99" },
    output: undefined,
    error: "there is no booking R-99",
    ...expected.failure,
  };
  const usage = (calls: number) =>
    counts
      ? { inputTokens: 20 * calls, outputTokens: 5 * calls, totalTokens: 25 * calls }
      : { inputTokens: null, outputTokens: null, totalTokens: null };

  describe(title, () => {
    let example: Example;
    let turn: (message: string, threadId: string) => Promise<{ readonly text: string; readonly trace: Trace }>;
    before(async function () {
      this.timeout(120_000);
      example = await load();
      const { answer, traced } = example;
      const { retrieverTools } = expected;
      const options = retrieverTools === undefined ? {} : { retrieverTools };
      const captured = async (message: string, threadId: string) => {
        const { result: text, trace } = await captureTrace(() => answer(message, threadId), options);
        return { text, trace };
      };
      // Some agents are traced in several ways, and remember the threads of all of them.
      turn = (message, threadId) => (traced ?? captured)(message, `${title} ${threadId}`);
    });

    it("leaves the exact trace of a question", async () => {
      const { text, trace } = await turn("When is it due back? I booked R-17.", "alone");
      expect(text).to.equal(`${passage.text} R-17 is a gravel bike for 2 days.`);
      expect(callsOf(trace.toolsCalled)).to.deep.equal([...searched, looked("R-17")]);
      const shown = retrieves || expected.retrieverTools !== undefined || example.traced !== undefined;
      expect(textsOf(trace.retrievalContext)).to.deep.equal(shown ? [passage.text] : []);
      expect(trace.output).to.equal(answers ? text : null);
      expect(trace.usage).to.deep.equal(usage(searches ? 3 : 2));
      expect(trace.missing).to.deep.equal(expected.missing ?? []);
      expect(trace.toolsCalled.at(-1)?.durationMs).to.be.a("number").and.at.least(0);
      for (const { executed } of trace.toolsCalled) expect(executed).to.equal(undefined);
    });

    it("leaves only what was new of a later turn", async () => {
      await turn("I booked R-17.", "later");
      const { text, trace } = await turn("And what is R-18?", "later");
      expect(text).to.equal("R-18 is a cargo bike for 5 days.");
      expect(callsOf(trace.toolsCalled)).to.deep.equal([looked("R-18")]);
      expect(textsOf(trace.retrievalContext)).to.deep.equal([]);
      expect(trace.usage).to.deep.equal(usage(2));
    });

    it("leaves only what was new where the same is asked again", async () => {
      const question = "When is it due back? I booked R-21.";
      const { trace: first } = await turn(question, "again");
      const { trace: second } = await turn(question, "again");
      expect(callsOf(first.toolsCalled)).to.deep.equal([...searched, looked("R-21")]);
      expect(callsOf(second.toolsCalled)).to.deep.equal([...searched, looked("R-21")]);
      expect(second.usage).to.deep.equal(first.usage);
    });

    it("leaves the failure of a tool", async () => {
      const { text, trace } = await turn("What is R-99?", "failing");
      expect(text).to.equal("I can't find booking R-99.");
      expect(callsOf(trace.toolsCalled)).to.deep.equal([notFound]);
    });

    it("does not mix in conversations held at the same time", async () => {
      const agent: Agent = example.agent ?? (({ input, threadId }) => example.answer(input ?? "", threadId));
      const lines: Record<string, string[]> = {
        first: ["When is it due back? I booked R-17.", "And what is R-18?"],
        second: ["What is R-99?", "Then it is due back when? It is R-21."],
      };
      const simulator = new ConversationSimulator({
        agent,
        user: ({ id }) => new ScriptedUser(lines[id] ?? []),
        maxConcurrent: 2,
      });
      const cases = await simulator.simulate({
        conversationalGoldens: Object.keys(lines).map((id) => ({ id, scenario: "Somebody asks about bookings." })),
      });
      const seen = cases.map(({ turns }) =>
        turns
          .filter(({ role }) => role === "assistant")
          .map(({ toolsCalled, retrievalContext }) => [callsOf(toolsCalled), textsOf(retrievalContext)]),
      );
      const documents = retrieves ? [passage.text] : [];
      expect(seen).to.deep.equal([
        [
          [[...searched, looked("R-17")], documents],
          [[looked("R-18")], []],
        ],
        [
          [[notFound], []],
          [[...searched, looked("R-21")], documents],
        ],
      ]);
      expect(cases.map(({ turns }) => turns.at(-1)?.content)).to.deep.equal([
        "R-18 is a cargo bike for 5 days.",
        `${passage.text} R-21 is a tandem bike for 1 days.`,
      ]);
      for (const { turns } of cases)
        for (const { role, latencyMs } of turns) if (role === "assistant") expect(latencyMs).to.be.a("number");
    });
  });
}
