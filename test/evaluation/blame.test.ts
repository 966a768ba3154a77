import { readFileSync } from "node:fs";
import { expect } from "chai";
import { blameFor } from "../../src/evaluation/blame.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import { RehearsalError } from "../../src/errors.js";
import type {
  ConversationalTestCase,
  ConversationalTestCaseInput,
} from "../../src/test-case/conversational-test-case.js";
import type { Failure } from "../../src/test-case/failure.js";
import type { MetricResult } from "../../src/test-case/metric.js";
import { metric, nothingStated, result, stated } from "./fakes.js";

const talk = (more: Partial<ConversationalTestCase> = {}): ConversationalTestCase => ({
  turns: [
    { role: "user", content: "q" },
    { role: "assistant", content: "a" },
    { role: "user", content: "q2" },
    { role: "assistant", content: "a2" },
  ],
  ...more,
});
/** The same with marks on the user's turns, by number. */
const marked = (marks: Readonly<Record<number, unknown>>, more: Partial<ConversationalTestCase> = {}) => {
  const { turns } = talk();
  return talk({
    turns: turns.map((turn, at) =>
      at + 1 in marks ? { ...turn, metadata: { userFaults: marks[at + 1] as never } } : turn,
    ),
    ...more,
  });
};
const invented = [{ kind: "invented_fact", detail: "order B-7" }];

const failed = (more: Partial<MetricResult> = {}) => result({ verdict: "failed", ...more });
const partyOf = (verdict: "failed" | "errored", metrics: readonly MetricResult[], testCase: ConversationalTestCase) =>
  blameFor({ verdict, metrics, testCase })?.party;
const broke = (party: Failure["party"], kind: Failure["kind"]) => talk({ error: "e", failure: { party, kind } });

describe("blame for a failure", () => {
  it("is the agent's where nobody else is found at fault", () => {
    expect(partyOf("failed", [failed()], talk())).to.equal("agent");
  });

  it("is the user's where a fault of its own came before what decided", () => {
    expect(
      blameFor({ verdict: "failed", metrics: [failed({ turn: 4 })], testCase: marked({ 3: invented }) }),
    ).to.deep.equal({
      party: "user",
      reason: "In turn 3 the simulated user invented a fact: order B-7.",
    });
    expect(partyOf("failed", [failed({ turn: 2 })], marked({ 3: invented }))).to.equal("agent");
    // What never happened may have been kept from happening by any turn.
    expect(partyOf("failed", [failed()], marked({ 3: invented }))).to.equal("user");
  });

  it("knows every kind of fault, and passes over what is no mark", () => {
    for (const kind of ["invented_fact", "role_flip", "repetition", "off_goal", "empty"]) {
      expect(partyOf("failed", [failed()], marked({ 1: [{ kind }] }))).to.equal("user");
    }
    for (const marks of [[{ kind: "constructor" }], [{}], [null], [5], "invented_fact", {}, [], null]) {
      expect(partyOf("failed", [failed()], marked({ 1: marks }))).to.equal("agent");
    }
  });

  it("is the user's where it ended the conversation since it had nothing to say, for what then never happened", () => {
    const ended = talk({ endReason: { by: "user", reason: "r", fault: "empty" } });
    expect(partyOf("failed", [failed()], ended)).to.equal("user");
    expect(partyOf("failed", [failed({ turn: 4 })], ended)).to.equal("agent");
  });

  it("is not the user's for what the golden itself began with, nor for the agent's metadata", () => {
    expect(partyOf("failed", [failed()], marked({ 1: invented }, { seededTurns: 1 }))).to.equal("agent");
    expect(partyOf("failed", [failed()], marked({ 2: invented }))).to.equal("agent");
  });

  it("is the agent's for what it must not do whatever the user says", () => {
    for (const field of ["forbiddenTools", "confirmBefore"]) {
      expect(partyOf("failed", [failed({ field })], marked({ 1: invented }))).to.equal("agent");
      expect(partyOf("failed", [failed({ field })], { ...broke("user", "threw") })).to.equal("agent");
    }
  });

  it("is whose it was that broke off what then never happened", () => {
    expect(partyOf("failed", [failed()], broke("agent", "provider"))).to.equal("infrastructure");
    expect(partyOf("failed", [failed()], broke("user", "threw"))).to.equal("user");
    expect(partyOf("failed", [failed({ turn: 2 })], broke("agent", "provider"))).to.equal("agent");
    const crashed = marked({ 1: invented }, { error: "e", failure: { party: "agent", kind: "threw" } });
    expect(partyOf("failed", [failed()], crashed)).to.equal("agent");
  });
});

describe("blame for an error", () => {
  const table: readonly (readonly [Failure["party"], Failure["kind"], string])[] = [
    ["agent", "threw", "agent"],
    ["agent", "no_reply", "agent"],
    ["agent", "timeout", "agent"],
    ["agent", "provider", "infrastructure"],
    ["agent", "setup", "infrastructure"],
    ["user", "threw", "user"],
    ["user", "timeout", "infrastructure"],
    ["user", "provider", "infrastructure"],
    ["controller", "threw", "test"],
    ["controller", "no_reply", "judge"],
    ["controller", "provider", "infrastructure"],
    ["harness", "threw", "infrastructure"],
    ["harness", "setup", "infrastructure"],
    ["environment", "setup", "test"],
    ["environment", "threw", "test"],
  ];
  for (const [party, kind, blamed] of table) {
    it(`is ${blamed} where the ${party} failed: ${kind}`, () => {
      expect(partyOf("errored", [], broke(party, kind))).to.equal(blamed);
    });
  }

  it("says which deadline it was that the agent missed", () => {
    const reason = "The conversation took longer than 900 ms (conversationTimeoutMs).";
    const late = { ...broke("agent", "timeout"), endReason: { by: "deadline", reason } as const };
    expect(blameFor({ verdict: "errored", metrics: [], testCase: late })).to.deep.equal({
      party: "agent",
      reason: `The agent was asked when time was up: ${reason}`,
    });
  });

  it("is nobody's where the caller or a ceiling gave up", () => {
    expect(partyOf("errored", [], broke("caller", "aborted"))).to.equal(undefined);
  });

  it("is the judge's where a metric could not be measured, and infrastructure's where its model could not be asked", () => {
    const errored = (more: Partial<MetricResult> = {}) => result({ verdict: "errored", ...more });
    expect(partyOf("errored", [errored()], talk())).to.equal("judge");
    expect(partyOf("errored", [errored({ failure: "provider" })], talk())).to.equal("infrastructure");
    expect(partyOf("errored", [errored({ failure: "no_reply" })], talk())).to.equal("judge");
    expect(partyOf("errored", [errored({ failure: "aborted" })], talk())).to.equal(undefined);
  });

  it("is the user's where it ended the conversation before the agent answered", () => {
    const silent = { turns: [], endReason: { by: "user", reason: "r" } } as const;
    expect(partyOf("errored", [], silent)).to.equal("user");
    expect(partyOf("errored", [], { ...silent, endReason: { by: "cap", reason: "r" } })).to.equal("test");
  });

  it("is the test's where nothing could have been judged as it is set up", () => {
    const errored = (more: Partial<MetricResult> = {}) => result({ verdict: "errored", ...more });
    const why = (metrics: readonly MetricResult[], testCase: ConversationalTestCase) =>
      blameFor({ verdict: "errored", metrics, testCase });
    expect(why([errored()], { turns: [] })?.party).to.equal("test");
    expect(why([], talk())).to.deep.equal({ party: "test", reason: "Nothing is asserted." });
    expect(why([errored({ flaky: true })], talk())?.party).to.equal("test");
    expect(why([errored({ missing: ["toolsCalled"] })], talk())?.reason).to.equal(
      "The test case does not hold toolsCalled.",
    );
    const slip = { name: "refund", inputParameters: { total: { $closeto: 5 } } };
    expect(why([errored()], talk({ expectedTools: [slip] }))?.reason).to.match(/expectedTools.*did you mean \$closeTo/);
    const replayedState = { state: {}, failures: ["action 1 (refund_ordr): there is no such tool"] };
    expect(why([errored({ field: "goldenActions" })], talk({ replayedState }))?.reason).to.include("refund_ordr");
  });

  it("is no judge's where code alone measures: nobody's where the conversation leaves it open, else the test's", () => {
    const blame = (name: string, more: Partial<MetricResult>) =>
      blameFor({ verdict: "errored", metrics: [result({ ...more, name, verdict: "errored" })], testCase: talk() });
    expect(blame("Confirm Before", { field: "confirmBefore", turn: 4, call: 1 })).to.equal(undefined);
    expect(blame("Tool Correctness", { field: "expectedTools", call: 1 })).to.equal(undefined);
    expect(blame("State", { field: "expectedState" })).to.deep.equal({
      party: "test",
      reason: "expectedState can't be judged as it is stated.",
    });
    expect(blame("Forbidden Tools", { field: "forbiddenTools" })?.party).to.equal("test");
    const both = [result({ name: "State", verdict: "errored" }), result({ name: "Judged", verdict: "errored" })];
    expect(partyOf("errored", both, talk())).to.equal("judge");
  });

  it("is the test's where it kept a call from running that it expects, also of what failed for that", () => {
    const call = { name: "pay", executed: false, error: "pay is switched off and did nothing" };
    const turns = [
      { role: "user", content: "q" },
      { role: "assistant", content: "a", toolsCalled: [call] },
    ] as const;
    const refused = talk({ turns, expectedTools: [{ name: "pay" }] });
    for (const verdict of ["failed", "errored"] as const)
      expect(partyOf(verdict, [result({ verdict })], refused)).to.equal("test");
    expect(partyOf("failed", [failed({ field: "confirmBefore" })], refused)).to.equal("agent");
    expect(partyOf("failed", [failed()], talk({ turns }))).to.equal("agent");
    const ran = [turns[0], { ...turns[1], toolsCalled: [call, { name: "pay" }] }] as const;
    expect(partyOf("failed", [failed()], talk({ turns: ran, expectedTools: [{ name: "pay" }] }))).to.equal("agent");
  });

  it("is nobody's where it is not known", () => {
    expect(partyOf("errored", [], talk({ error: "e" }))).to.equal(undefined);
    expect(blameFor({ verdict: "passed", metrics: [], testCase: marked({ 1: invented }) })).to.equal(undefined);
    expect(blameFor({ verdict: "failed", metrics: [failed()], testCase: { input: "q" } })?.party).to.equal("agent");
  });
});

describe("evaluate", () => {
  const options = { stated: nothingStated, record: false };

  it("says whose fault each result is", async () => {
    const thrower = { ...metric("m"), measure: () => Promise.reject(new RehearsalError("model_failed", "429")) };
    const blames = async (testCase: ConversationalTestCase, metrics = [metric("m", { verdict: "failed" as const })]) =>
      (await evaluate([testCase], { ...options, metrics })).results[0]?.blame?.party;
    expect(await blames(talk())).to.equal("agent");
    expect(await blames(marked({ 1: invented }))).to.equal("user");
    expect(await blames(talk(), [metric("m")])).to.equal(undefined);
    expect(await blames(talk(), [thrower])).to.equal("infrastructure");
    const aborted = await evaluate([talk()], { ...options, metrics: [metric("m")], signal: AbortSignal.abort() });
    expect(aborted.results[0]).to.include({ verdict: "errored" }).and.not.to.have.property("blame");
  });

  it("tells in the message of a failure whose it is, the agent's too", async () => {
    const metrics = [metric("m", { verdict: "failed" })];
    const messages = (await evaluate([talk(), marked({ 1: invented })], { ...options, metrics })).results.map((it) =>
      failureMessage(it),
    );
    expect(messages[0]).to.include("\nblame:   agent. m did not hold");
    expect(messages[1]).to.include(
      "\nblame:   simulated user. In turn 1 the simulated user invented a fact: order B-7.\n",
    );
  });

  it("tau2-bench #392: what failed by the simulated user's fault is not the agent's", async () => {
    const url = new URL("../fixtures/reported/tau2-bench-392.json", import.meta.url);
    const { input, expected } = JSON.parse(readFileSync(url, "utf8")) as {
      input: ConversationalTestCaseInput[];
      expected: string[];
    };
    const { results } = await evaluate(input, { stated, record: false });
    expect(results.map(({ blame }) => blame?.party)).to.deep.equal(expected);
  });
});
