import * as chai from "chai";
import { rehearsalChai } from "../../../src/runners/chai/plugin.js";
import { ToolCorrectnessMetric } from "../../../src/metrics/index.js";

const { expect } = chai.use(rehearsalChai);

const user = { role: "user" as const, content: "a" };
const untold = { role: "assistant" as const, content: "b" };
const trace = {
  traceId: "t",
  spans: [],
  toolsCalled: [],
  retrievalContext: [],
  output: null,
  usage: { inputTokens: null, outputTokens: null, totalTokens: null },
  turns: [],
  missing: ["toolsCalled: nothing was recorded", "retrievalContext: nothing was recorded"],
};
/** Where it is not known what the agent did. */
const subjects = {
  "a conversation that was not traced": { turns: [user, untold] },
  "a conversation of which one reply was not traced": {
    turns: [user, { ...untold, toolsCalled: [], retrievalContext: [] }, user, untold],
  },
  "a conversation in which the agent was never asked": { turns: [], endReason: { by: "user" as const, reason: "x" } },
  "a conversation that only its golden began": { turns: [user, { ...untold, toolsCalled: [] }], seededTurns: 2 },
  "an answer that was not recorded": { input: "q" },
  "a turn that was not traced": untold,
  "a trace of nothing": trace,
};
type Subject = (typeof subjects)[keyof typeof subjects];

/** With `.not`. Those of `said` know their answer where the agent's words are on record. */
const matchers: readonly [name: string, assertion: (subject: Subject) => unknown, saidSuffices?: true][] = [
  ["calledTool", (it) => expect(it).to.not.have.calledTool("x")],
  ["calledTool with arguments", (it) => expect(it).to.not.have.calledTool("x", { a: 1 })],
  ["calledTools", (it) => expect(it).to.not.have.calledTools(["x"])],
  ["retrieved", (it) => expect(it).to.not.have.retrieved("x")],
  ["communicated", (it) => expect(it).to.not.have.communicated("x"), true],
  ["latency", (it) => expect(it).to.not.have.latency({ max: 1 })],
  ["interruptions", (it) => expect(it).to.not.have.interruptions({ atMost: 0 })],
  ["endedBy", (it) => ("endReason" in it ? refuse() : expect(it).to.not.be.endedBy("cap"))],
];
const refuse = (): never => {
  throw new Error("it is known");
};

describe("a negated matcher, where it is not known what happened,", () => {
  for (const [name, subject] of Object.entries(subjects)) {
    it(`passes nothing of ${name}`, () => {
      const said = "turns" in subject ? !/never|only/.test(name) : "role" in subject;
      for (const [matcher, assertion, saidSuffices] of matchers) {
        if (saidSuffices === true && said) continue;
        expect(() => assertion(subject), matcher).to.throw(Error);
      }
    });
  }

  it("passes no metric that could not measure, flaky or not", async () => {
    for (const flaky of [false, true]) {
      for (const testCase of [
        { input: "q", expectedTools: ["x"], flaky },
        { input: "q", flaky },
      ]) {
        const error = await expect(testCase)
          .to.not.passMetrics([new ToolCorrectnessMetric()])
          .then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
        expect(error).to.be.instanceOf(Error).with.property("name", "RehearsalError");
      }
    }
  });
});
