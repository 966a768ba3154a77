import { expect } from "chai";
import fc from "fast-check";
import type { Agent } from "../../../src/simulator/agent.js";
import { budgetFor, nothingSpent, overBudget, spentWith } from "../../../src/simulator/stopping/budget.js";
import { virtualClock } from "../../support/virtual-clock.js";
import { hold } from "../support.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { AgendaUser } from "../../../src/simulator/users/agenda-user.js";
import { observe } from "../../../src/tracing/index.js";
import { updateCurrentSpan } from "../../../src/tracing/observe/update.js";
import { held } from "./held.js";

describe("the budget of a conversation", () => {
  const usage = (totalTokens: number | null, costUsd?: number) => ({
    inputTokens: null,
    outputTokens: null,
    totalTokens,
    ...(costUsd !== undefined && { costUsd }),
  });

  it("is over where more is known to be spent than it allows: what is not known is not spent", () => {
    const spent = [usage(60, 0.02), usage(null), usage(41, 0.01)].reduce(spentWith, nothingSpent);
    expect(overBudget({ maxTokens: 101 }, spent, 0)).to.equal(null);
    expect(overBudget({ maxTokens: 100 }, spent, 0)).to.contain("101 tokens were used, and maxTokens is 100");
    expect(overBudget({ maxCostUsd: 0.03 }, spent, 0)).to.equal(null);
    expect(overBudget({ maxCostUsd: 0.029 }, spent, 0)).to.contain("$0.03 was spent, and maxCostUsd is $0.029");
    expect(overBudget({ maxDurationMs: 10 }, nothingSpent, 11)).to.contain("11 ms went by");
  });

  it("is the tighter of the run's and the golden's", () => {
    expect(budgetFor(undefined, undefined)).to.equal(undefined);
    expect(budgetFor({ maxTokens: 5 }, { maxTokens: 9 })).to.include({ maxTokens: 5 });
    expect(budgetFor({ maxCostUsd: 1, maxDurationMs: 7 }, { maxCost: 2 })).to.include({
      maxCostUsd: 1,
      maxDurationMs: 7,
    });
    expect(budgetFor({ maxCostUsd: 3 }, { maxCost: 2 })).to.include({ maxCostUsd: 2 });
    expect(budgetFor(undefined, { maxTokens: 9, maxCost: 1 })).to.deep.equal({ maxTokens: 9, maxCostUsd: 1 });
  });

  it("ends the conversation, without an error, before the next user turn", async () => {
    const clock = virtualClock();
    const agent: Agent = async ({ input }) => {
      await clock.advance(40);
      return `About ${String(input)}`;
    };
    const testCase = await held(agent, { clock, conversationBudget: { maxDurationMs: 100 } });
    expect(testCase.endReason?.by).to.equal("budget");
    expect(testCase.endReason?.reason).to.contain("120 ms went by, and maxDurationMs is 100 ms");
    expect(testCase.turns).to.have.length(6);
    expect(testCase).to.not.have.property("error");
  });

  it("counts the tokens that the agent's traces tell", async () => {
    const trace = {
      traceId: null,
      spans: [],
      toolsCalled: [],
      retrievalContext: [],
      output: null,
      usage: usage(60),
      turns: [],
      missing: [],
    };
    const tracing = {
      startRun: () => ({
        headers: { traceparent: "", baggage: "" },
        within: <T>(work: () => T) => work(),
        isSettled: true,
        settle: async () => undefined,
        end: () => trace,
      }),
      knowsTools: () => false,
      knowsRetrieval: () => false,
    };
    const testCase = await hold(({ input }) => `About ${String(input)}`, {
      lines: [..."abcdef"],
      tracing,
      limits: { maxUserSimulations: 10, turnTimeoutMs: 1e3, conversationTimeoutMs: 1e4, budget: { maxTokens: 130 } },
    });
    expect(testCase.turns).to.have.length(6);
    expect(testCase.endReason?.reason).to.contain("180 tokens were used");
  });

  it("never grows less: whatever is added, what was over stays over", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(100))), fc.nat(300), (tokens, maxTokens) => {
        let spent = nothingSpent;
        let over = false;
        for (const each of tokens) {
          spent = spentWith(spent, usage(each));
          const now = overBudget({ maxTokens }, spent, 0) !== null;
          expect(over && !now).to.equal(false);
          over = now;
        }
      }),
    );
  });
});

describe("a budget of which nothing is known", () => {
  const warningsOf = async (agent: Agent, conversationBudget: object) => {
    const warnings: string[] = [];
    const options = { agent, conversationBudget, user: new AgendaUser() };
    await new ConversationSimulator(options, { env: {}, warn: (told) => void warnings.push(told) }).simulate({
      conversationalGoldens: ["a", "b"].map((id) => ({ id, scenario: "A chat." })),
    });
    return warnings;
  };

  it("is told once, however many conversations it could not end", async () => {
    const [told, ...more] = await warningsOf(() => "Goodbye!", { maxTokens: 1, maxCostUsd: 1 });
    expect(told).to.match(/conversationBudget could end nothing by maxTokens in 2 conversations, maxCostUsd in 2 conv/);
    expect(more).to.deep.equal([]);
  });

  it("is not told where it is known, or is of time", async () => {
    const model = observe({ type: "llm", name: "ask", model: "m" }, async () => {
      updateCurrentSpan({ inputTokens: 1, outputTokens: 1 });
      return "Goodbye!";
    });
    expect(await warningsOf(() => model(), { maxTokens: 100 })).to.deep.equal([]);
    expect(await warningsOf(() => "Goodbye!", { maxDurationMs: 10_000 })).to.deep.equal([]);
  });
});
