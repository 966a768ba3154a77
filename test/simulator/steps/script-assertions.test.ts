import { AssertionError, expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { assertTest } from "../../../src/evaluation/assert-test.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { languageModelJudge } from "../../../src/simulator/stopping/language-model-judge.js";
import { steps } from "../../../src/simulator/steps/steps.js";
import { end } from "../../../src/simulator/stopping.js";
import type { User } from "../../../src/simulator/user.js";
import type { Judge } from "../../../src/test-case/judge.js";
import { hold, lines } from "../support.js";
import { play } from "./play.js";

const judge = (answers: ("met" | "not_met" | "cannot_determine")[]): Judge => ({
  id: "judge",
  decide: async ({ questions }) =>
    questions.map(({ id }, at) => ({
      id,
      answer: answers[at] ?? "met",
      reason: "as it says",
      evidence: [{ turn: 2, quote: "Reply" }],
    })),
});

describe("what a script asserts", () => {
  it("says its lines, asserts what the agent answers, and passes where all of it held", async () => {
    const testCase = await play([
      steps.user("Hi"),
      steps.agent("reply 2 TO  hi"),
      steps.user(({ reply }) => `You said: ${reply}`),
      steps.agent(/^Reply 4/g),
      steps.agent((reply) => reply.includes("You said")),
      steps.check(({ turns, userTurns }) => expect([turns.length, userTurns]).to.deep.equal([4, 2])),
    ]);
    expect(lines(testCase)).to.deep.equal([
      "user: Hi",
      "assistant: Reply 2 to Hi",
      "user: You said: Reply 2 to Hi",
      "assistant: Reply 4 to You said: Reply 2 to Hi",
    ]);
    expect(testCase.endReason).to.deep.equal({ by: "script", reason: "The script ended." });
    expect(testCase.script).to.deep.equal({ verdict: "passed", reason: "4 assertions of the script held" });
    await assertTest({ testCase });
  });

  it("ends at the first assertion that does not hold, which fails the test case with its message", async () => {
    const testCase = await play([
      steps.user("Hi"),
      steps.check(({ turns }) => expect(turns.length).to.equal(3), "length"),
      steps.user("never said"),
    ]);
    expect(testCase.turns).to.have.length(2);
    expect(testCase).to.not.have.property("error");
    expect(testCase.endReason?.by).to.equal("script");
    expect(testCase.script).to.deep.include({ verdict: "failed", step: 2, turn: 2, actual: 2, expected: 3 });
    expect(testCase.script?.reason).to.match(
      /^step 2 \(check, length\): expected 2 to equal 3 \(at .*script-assertions\.test\.ts:\d+:\d+\)$/,
    );
    const told: unknown = await assertTest({ testCase }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(told).to.have.property("name", "AssertionError");
    expect(String(told)).to.contain("step 2 (check, length): expected 2 to equal 3");
    const run = await evaluate([testCase]);
    expect(run.results[0]?.verdict).to.equal("failed");
  });

  for (const [what, step, said] of [
    ["a text that is not in the reply", steps.agent("goodbye"), 'the reply does not hold "goodbye": "Reply 2 to Hi"'],
    ["a pattern", steps.agent(/^Bye/), 'the reply does not match /^Bye/: "Reply 2 to Hi"'],
    ["a function that says no", steps.agent(() => false), "the reply is not what the function expects"],
    ["a check that returns false", steps.check(async () => false), "script-assertions.test.ts:"],
    ["a check that found nothing", steps.check(() => "abc".match(/z/)), "the check returned null"],
    ["a check that counted nothing", steps.check(({ toolsCalled = [] }) => toolsCalled.length), "the check returned 0"],
    ["an error of its own", steps.check(() => Promise.reject(new Error("no refund"))), "no refund"],
    ["fail", steps.fail("not like that"), "not like that"],
  ] as const) {
    it(`fails by ${what}`, async () => {
      const { script } = await play([steps.user("Hi"), step]);
      expect(script?.verdict).to.equal("failed");
      expect(script?.reason).to.contain(said);
    });
  }

  it("is errored, not failed, by a slip in a check", async () => {
    const testCase = await play([steps.user("Hi"), () => (undefined as unknown as string).length]);
    expect(testCase.script).to.deep.include({ verdict: "errored", step: 2 });
    expect(testCase.script?.reason).to.contain("the check itself went wrong: TypeError");
    expect((await evaluate([testCase])).results[0]?.verdict).to.equal("errored");
  });

  const troubles: readonly (readonly [what: string, thrown: unknown, kind: string])[] = [
    ["a connection refused", Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "provider"],
    ["a connection refused underneath", new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }), "provider"],
    ["a 503", Object.assign(new Error("svc"), { status: 503 }), "provider"],
    ["a 429", Object.assign(new Error("slow down"), { status: 429 }), "provider"],
    ["a model that failed", new RehearsalError("model_failed", "overloaded"), "provider"],
    ["a key that is missing", new RehearsalError("missing_setting", "no key"), "setup"],
  ];
  const broken = (error: unknown) => (): never => {
    throw error;
  };
  for (const [what, thrown, kind] of troubles)
    it(`is errored, by the infrastructure, where a check meets ${what}`, async () => {
      const failing: Judge = { id: "judge", decide: broken(thrown) };
      const all = [steps.check(broken(thrown)), steps.agent(broken(thrown)), steps.judge("It is polite.")];
      for (const step of all) {
        const testCase = await play([steps.user("Hi"), step], { judge: failing });
        expect(testCase.script).to.deep.include({ verdict: "errored", failure: kind, step: 2 });
        const [result] = (await evaluate([testCase])).results;
        expect([result?.verdict, result?.blame?.party]).to.deep.equal(["errored", "infrastructure"]);
      }
    });

  it("is errored, by the judge, where that answers nothing of use, which is quoted", async () => {
    const model = new ScriptedModel([{ json: { verdict: "yes" } }]);
    const testCase = await play([steps.user("Hi"), steps.judge("It is polite.")], { judge: languageModelJudge(model) });
    const [result] = (await evaluate([testCase])).results;
    expect([result?.verdict, result?.blame?.party]).to.deep.equal(["errored", "judge"]);
    expect(testCase.script?.reason).to.contain('"It is polite."; it answered {"verdict":"yes"}');
  });

  it("says why a request got no answer", async () => {
    const refused = new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }) });
    const { script } = await play([steps.user("Hi"), steps.check(broken(refused))]);
    expect(script?.reason).to.contain("TypeError: fetch failed (ECONNREFUSED)");
    const { error } = await hold(broken(new TypeError("fetch failed", { cause: new Error("bad port") })));
    expect(error).to.contain("The agent failed: TypeError: fetch failed (bad port)");
  });

  it("fails by an assertion that is about a status or an error code", async () => {
    const status = Object.assign(new AssertionError("expected 503 to equal 200"), { status: 503 });
    const { script } = await play([steps.user("Hi"), steps.check(broken(status))]);
    expect(script?.verdict).to.equal("failed");
  });

  it("asserts nothing where no step does", async () => {
    const testCase = await play([steps.user("Hi")]);
    expect(testCase).to.not.have.property("script");
    expect(testCase.endReason?.by).to.equal("script");
  });

  it("lets the judge decide conditions, in one call", async () => {
    const script = [steps.user("Hi"), steps.judge(["It is polite.", "It is short."])];
    expect((await play(script, { judge: judge(["met", "met"]) })).script?.verdict).to.equal("passed");
    const failed = await play(script, { judge: judge(["met", "not_met"]) });
    expect(failed.script).to.deep.include({ verdict: "failed", turn: 2 });
    expect(failed.script?.reason).to.equal('step 2 (judge): "It is short." is not met: as it says');
    expect((await play(script, { judge: judge(["cannot_determine"]) })).script?.verdict).to.equal("errored");
    expect(await play(script).then(String, String)).to.contain("step 2 (judge) needs a judge");
  });

  it("asserts nothing of turns that the cap left no room for", async () => {
    const talker: User = { name: "talker", next: async () => ({ say: "more" }) };
    const { endReason, script } = await play([steps.user("Hi"), steps.proceed(1), steps.agent("more")], {
      usual: talker,
      max: 1,
    });
    expect(endReason?.by).to.equal("cap");
    expect(script).to.deep.include({ verdict: "errored" });
    expect(script?.reason).to.include("the conversation ended before 1 of its assertions");
  });

  it("asserts the last reply although the cap is reached, or the agent hangs up", async () => {
    const script = [steps.user("Hi"), steps.agent("no such thing")];
    expect((await play(script, { max: 1 })).script?.verdict).to.equal("failed");
    const hangsUp: Agent = () => ({ content: "Goodbye.", end: "It is late." });
    const bye = await play([steps.user("Hi"), steps.agent("goodbye"), steps.user("Wait!")], { agent: hangsUp });
    expect(bye.endReason).to.deep.equal({ by: "agent", reason: "It is late." });
    expect(bye).to.not.have.property("script");
    expect((await play(script, { agent: hangsUp })).script?.verdict).to.equal("failed");
    const cut = await play([steps.user("Hi"), steps.user("Wait!"), steps.agent("ok")], { agent: hangsUp });
    expect(cut.script).to.deep.include({ verdict: "errored" });
    const talker: User = { name: "t", next: ({ userTurns }) => ({ say: `n${String(userTurns)}` }) };
    const capped = await play([steps.proceed(), steps.agent("n2")], { usual: talker, max: 3 });
    expect(capped.script).to.deep.equal({ verdict: "passed", reason: "1 assertion of the script held" });
  });

  it("can't tell where the judge answers in two ways, and takes no turn from it that is not there", async () => {
    const script = [steps.user("Hi"), steps.judge("It is polite.")];
    const saying = (verdicts: readonly ("met" | "not_met")[], turn: number): Judge => ({
      id: "judge",
      decide: async ({ questions: [first] }) =>
        verdicts.map((answer) => ({ id: first?.id ?? "", answer, reason: "so", evidence: [{ turn, quote: "x" }] })),
    });
    for (const both of [["met", "not_met"] as const, ["not_met", "met"] as const])
      expect((await play(script, { judge: saying(both, 2) })).script).to.deep.include({ verdict: "errored" });
    for (const turn of [99, 0, -1.5, NaN])
      expect((await play(script, { judge: saying(["not_met"], turn) })).script).to.deep.include({ turn: 2 });
  });

  it("is errored where something else ended it before all was asserted", async () => {
    const script = [steps.user("a"), steps.agent("a"), steps.user("b"), steps.agent("b"), steps.succeed()];
    const stopped = await play(script, {
      stoppingController: ({ turns }) => (turns.length > 1 ? end("enough") : null),
    });
    expect(stopped.endReason).to.deep.equal({ by: "controller", reason: "enough" });
    expect(stopped.script).to.deep.equal({
      verdict: "errored",
      reason: "the conversation ended before 2 of its assertions, the next being step 4 (agent)",
    });
    expect((await play(script, { max: 1 })).script?.verdict).to.equal("errored");
    expect((await evaluate([stopped])).results[0]?.verdict).to.equal("errored");
  });
});
