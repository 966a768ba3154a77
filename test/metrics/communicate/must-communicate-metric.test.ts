import { expect } from "chai";
import { MustCommunicateMetric } from "../../../src/metrics/index.js";
import { ConversationalTestCase, LLMTestCase, type AssertedFieldsInput } from "../../../src/test-case/index.js";

const turns = [
  { role: "user", content: "I paid $59.90 for A-1042." },
  { role: "assistant", content: "You get $59 back.", toolsCalled: [{ name: "t", output: { total: 59.9 } }] },
  { role: "user", content: "Thanks." },
  { role: "assistant", content: "It takes 5 days." },
] as const;
const measure = (asserted: AssertedFieldsInput, rest: { error?: string } = {}) =>
  new MustCommunicateMetric().measure(new ConversationalTestCase({ turns, ...asserted, ...rest }));

describe("MustCommunicateMetric", () => {
  it("looks at what the assistant said, and says in which turn", async () => {
    const result = await measure({ mustCommunicate: ["$59", "5 days"] });
    expect(result).to.deep.include({ verdict: "passed", score: 1, details: ['✓ "$59": turn 2', '✓ "5 days": turn 4'] });
  });

  it("names the nearest number, and that only the user said it", async () => {
    const result = await measure({ mustCommunicate: ["$59.90", "5 days"] });
    expect(result).to.deep.include({
      verdict: "failed",
      score: 0.5,
      field: "mustCommunicate",
      reason: 'the assistant never said "$59.90"; nearest number: $59 (turn 2); only the user said it (turn 1)',
    });
  });

  it("fails for what must not be said, in the turn that said it", async () => {
    const result = await measure({ mustCommunicate: ["$59"], mustNotCommunicate: ["5 days", "A-1042"] });
    expect(result).to.include({ verdict: "failed", field: "mustNotCommunicate", turn: 4 });
    expect(result.reason).to.equal('the assistant said "5 days", which it must not');
    expect(await measure({ mustNotCommunicate: ["A-1042"] })).to.include({
      verdict: "passed",
      field: "mustNotCommunicate",
    });
  });

  it("can't tell where the fact is said only after a denial, unless another is missing or it is said elsewhere", async () => {
    const said = (...contents: readonly string[]) => ({
      turns: contents.map((content) => ({ role: "assistant" as const, content })),
    });
    const measured = (mustCommunicate: readonly string[], ...contents: readonly string[]) =>
      new MustCommunicateMetric().measure(new ConversationalTestCase({ ...said(...contents), mustCommunicate }));
    const doubtful = await measured(["€500"], "Hi.", "Your balance is not €500.");
    expect(doubtful).to.include({ verdict: "errored", score: null, field: "mustCommunicate", turn: 2 });
    expect(doubtful.reason).to.include('whether the assistant told "€500" can\'t be told').and.include("(turn 2)");
    expect(doubtful.details?.[0]).to.match(/^\? "€500"/);
    expect(await measured(["€500", "x"], "It is not €500.")).to.include({ verdict: "failed" });
    expect(await measured(["€500"], "It is not €500.", "It is €500.")).to.include({ verdict: "passed" });
  });

  it("looks at nothing that the golden began with", async () => {
    const seeded = new ConversationalTestCase({ turns, seededTurns: 2, mustCommunicate: ["$59"] });
    expect(await new MustCommunicateMetric().measure(seeded)).to.include({ verdict: "failed" });
    const not = new ConversationalTestCase({ turns, seededTurns: 2, mustNotCommunicate: ["$59"] });
    expect(await new MustCommunicateMetric().measure(not)).to.include({ verdict: "passed" });
  });

  it("finds what must not be said however it is dressed up", async () => {
    for (const content of ["It is _hunter2_.", "hun\u200bter2", "hun\u00adter2"]) {
      const said = new ConversationalTestCase({
        turns: [{ role: "assistant", content }],
        mustNotCommunicate: ["hunter2"],
      });
      expect((await new MustCommunicateMetric().measure(said)).verdict, content).to.equal("failed");
    }
  });

  it("does not fail for what might still have been said where the conversation broke off", async () => {
    expect(await measure({ mustCommunicate: ["7 days"] }, { error: "boom" })).to.include({
      verdict: "errored",
      score: null,
    });
    expect(await measure({ mustNotCommunicate: ["5 days"] }, { error: "boom" })).to.include({ verdict: "failed" });
  });

  it("looks at the answer of a single exchange, and skips where there is none", async () => {
    const single = (actualOutput?: string) =>
      new MustCommunicateMetric({ mustCommunicate: ["30 days"] }).measure(
        new LLMTestCase({ input: "30 days?", ...(actualOutput === undefined ? {} : { actualOutput }) }),
      );
    expect(await single("Within 30 days.")).to.include({ verdict: "passed" });
    expect(await single("Yes.")).to.include({
      verdict: "failed",
      reason: 'the assistant never said "30 days"; only the user said it',
    });
    expect(await single()).to.deep.include({ verdict: "skipped", missing: ["actualOutput"] });
    expect(await measure({})).to.include({ verdict: "skipped" });
  });
});
