import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import { observe } from "../../../src/tracing/observe/observe.js";
import { updateCurrentSpan } from "../../../src/tracing/observe/update.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { settingsOf } from "../../../src/simulator/options.js";
import type { Progress } from "../../../src/simulator/progress/progress.js";
import { progressLine } from "../../../src/simulator/progress/progress-line.js";
import { simulate, type SimulatorInternals } from "../../../src/simulator/simulate.js";
import type { SimulateOptions } from "../../../src/simulator/simulate-options.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import type { User } from "../../../src/simulator/user.js";
import { virtualClock } from "../../support/virtual-clock.js";

interface Reported<Input, Expected> {
  readonly input: Input;
  readonly expected: Expected;
}
const reported = <Input, Expected>(name: string): Reported<Input, Expected> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Reported<
    Input,
    Expected
  >;

interface Call {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}
const callModel = ({ model, ...tokens }: Call) =>
  observe({ type: "llm", name: "chat", model }, async () => {
    updateCurrentSpan(tokens);
    return "Yes.";
  })();

/** Holds conversations, and gives back the last that was told of their progress. */
async function lastProgress(
  agent: Agent,
  options: Partial<SimulateOptions>,
  internals: SimulatorInternals = {},
  user: User = new ScriptedUser(["one"]),
) {
  let last: Progress | undefined;
  const testCases = await simulate(
    { conversationalGoldens: [{ id: "a", scenario: "A chat." }], onProgress: (now) => (last = now), ...options },
    settingsOf({ agent, user, clock: virtualClock(), maxConcurrent: 1 }),
    { env: {}, ...internals },
  );
  return { testCases, last };
}

describe("reported of the progress and the cost of other tools", () => {
  it("skillberry-ai/cap-evolve#277: what has no price is not free, and does not hide what has one", async () => {
    const { input, expected } = reported<
      { prices: SimulateOptions["prices"]; calls: Call[] },
      { tokens: object; cost: object; line: string }
    >("skillberry-ai-cap-evolve-277");
    const agent: Agent = async () => {
      for (const call of input.calls) await callModel(call);
      return "Yes.";
    };
    const { last } = await lastProgress(agent, { ...(input.prices && { prices: input.prices }) });
    expect(last?.tokens).to.deep.equal(expected.tokens);
    expect(last?.cost).to.deep.equal(expected.cost);
    expect(last && progressLine(last)).to.include(expected.line);
  });

  it("curie-eng/curie#854: what a failed conversation has cost counts", async () => {
    const { input, expected } = reported<
      { inputTokens: number; outputTokens: number; price: { inputPerMillion: number; outputPerMillion: number } },
      object
    >("curie-eng-curie-854");
    const agent: Agent = async () => {
      await callModel({ model: "m", inputTokens: input.inputTokens, outputTokens: input.outputTokens });
      throw new Error("the budget is exhausted");
    };
    const { last } = await lastProgress(agent, { prices: { m: input.price } });
    expect(last).to.deep.include(expected);
  });

  it("confident-ai/deepeval#769: nothing is printed in a program that has not asked for it", async () => {
    const { input, expected } = reported<
      { isTTY: boolean; conversations: number; minutes: number },
      { written: string[] }
    >("deepeval-769");
    const written: string[] = [];
    const time = virtualClock();
    const agent: Agent = async () => {
      await time.advance(input.minutes * 60_000);
      return "Yes.";
    };
    await simulate(
      { conversationalGoldens: [{ id: "a", scenario: "A chat.", trials: input.conversations }] },
      settingsOf({ agent, user: new ScriptedUser(["one"]), clock: virtualClock() }),
      {
        env: {},
        screen: { isTTY: input.isTTY, write: (text) => written.push(text) },
        later: (callback, ms) => time.setTimeout(callback, ms),
      },
    );
    expect(written).to.deep.equal(expected.written);
  });

  it("promptfoo/promptfoo#7606: goldens of one id are told apart when a run goes on", async () => {
    const { input, expected } = reported<
      { goldens: (ConversationalGoldenInput & { opening: string })[]; finishedBefore: number },
      { openings: string[]; askedAgain: string[] }
    >("promptfoo-7606");
    const journal = mkdtempSync(join(tmpdir(), "twins-"));
    const user = new ScriptedUser(({ golden, userTurns }) => (userTurns === 0 ? (golden.opening ?? null) : null));
    const asked: (string | null)[] = [];
    const caller = new AbortController();
    const agent: Agent = ({ input: said }) => {
      asked.push(said);
      if (asked.length > input.finishedBefore) caller.abort(new Error("enough"));
      return "Yes.";
    };
    const options = { conversationalGoldens: input.goldens, journal };
    try {
      await lastProgress(agent, { ...options, signal: caller.signal }, {}, user);
      asked.length = 0;
      const { testCases } = await lastProgress(agent, options, {}, user);
      expect(testCases.map(({ turns }) => turns[0]?.content)).to.deep.equal(expected.openings);
      expect(asked).to.deep.equal(expected.askedAgain);
    } finally {
      rmSync(journal, { recursive: true, force: true });
    }
  });
});
