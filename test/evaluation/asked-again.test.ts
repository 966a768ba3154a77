import { expect } from "chai";
import { askedAgain } from "../../src/evaluation/asked-again.js";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import { renderTerminal } from "../../src/report/terminal.js";
import { conversationalTestCaseSchema } from "../../src/test-case/conversational-test-case.js";
import { parse } from "../../src/test-case/schema.js";
import { caseOf, conversation, metric, runOf } from "../report/run-of.js";

describe("a reply that was in flight at a kill", () => {
  const sentence = "turn 2 was asked for again after a run had broken off: its tools may have run twice";
  const testCase = { ...conversation, askedAgain: [2] };

  it("is told as one sentence, and nothing is where there is none", () => {
    expect(askedAgain(testCase)).to.equal(sentence);
    expect(askedAgain({ ...testCase, askedAgain: [2, 4, 8] })).to.match(/^turns 2, 4 and 8 were .*: their tools/);
    expect(askedAgain({ ...testCase, askedAgain: [] })).to.equal(undefined);
    expect(askedAgain(conversation)).to.equal(undefined);
    expect(askedAgain({ input: "q" })).to.equal(undefined);
  });

  it("is in the report and in the message of a failure", () => {
    const failed = caseOf({ verdict: "failed", metrics: [metric({ verdict: "failed", score: 0 })], testCase });
    expect(renderTerminal(runOf([failed]))).to.contain(`· ${sentence}`);
    expect(failureMessage(failed)).to.contain(`\nresumed: ${sentence}\n`);
    expect(failureMessage(caseOf({ verdict: "failed" }))).to.not.contain("resumed");
  });

  it("is part of a test case as files hold it", () => {
    expect(parse(conversationalTestCaseSchema, testCase, "it")).to.deep.equal(testCase);
    expect(() => parse(conversationalTestCaseSchema, { ...testCase, askedAgain: [0] }, "it")).to.throw("askedAgain");
  });
});
