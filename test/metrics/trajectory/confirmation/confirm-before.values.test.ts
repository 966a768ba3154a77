import { expect } from "chai";
import { ConfirmBeforeMetric } from "../../../../src/metrics/index.js";
import { ConversationalTestCase } from "../../../../src/test-case/index.js";
import type { JsonObject } from "../../../../src/test-case/json.js";

const asked = "Shall I transfer €50 from NL-100 to NL-200?";
const right: JsonObject = { from: "NL-100", to: "NL-200", amount: 50 };

/** The user answers the proposal, and a call follows; more words lie between. */
function measure(proposal: string, args: JsonObject, answer = "Yes", ...between: readonly string[]) {
  const words = ["Pay my landlord.", proposal, answer, ...between];
  const turns = words.map((content, at) =>
    at % 2 === 0 ? { role: "user" as const, content } : { role: "assistant" as const, content, toolsCalled: [] },
  );
  const call = { name: "transfer_money", inputParameters: args };
  return new ConfirmBeforeMetric({ tools: ["transfer_money"] }).measure(
    new ConversationalTestCase({ turns: [...turns, { role: "assistant", content: "Done.", toolsCalled: [call] }] }),
  );
}

type Row = readonly [verdict: string, proposal: string, args: JsonObject, said?: string];
const table = (rows: readonly Row[], answer?: string) => {
  for (const [verdict, proposal, args, said = ""] of rows)
    it(`${JSON.stringify(proposal)} ${JSON.stringify(args)}: ${verdict}`, async () => {
      const result = await measure(proposal, args, answer);
      expect(result.verdict, result.reason).to.equal(verdict);
      expect(result.reason).to.include(said);
    });
};

describe("ConfirmBeforeMetric: where the proposal says a value", () => {
  describe("after from or to", () => {
    table([
      ["passed", asked, right],
      ["passed", "Shall I transfer €50 to NL-200 out of your account NL-100?", right],
      [
        "failed",
        asked,
        { from: "NL-200", to: "NL-100", amount: 50 },
        'NL-200, which the assistant had proposed as "to NL-200"',
      ],
      ["failed", asked, { ...right, to: "NL-100" }, 'to NL-100, which the assistant had proposed as "from NL-100"'],
      ["failed", asked, { ...right, to: ["NL-200", "NL-100"] }, "to[1] NL-100"],
      ["failed", asked, { fromAccount: "NL-200", toAccount: "NL-100", amount: 50 }],
      ["failed", "Shall I transfer you from SFO to JFK?", { origin: "JFK", destination: "SFO" }],
      ["passed", "Shall I transfer you from SFO to JFK?", { origin: "SFO", destination: "JFK" }],
      ["passed", "Shall I transfer it from 18 May 2026 to 20 May 2026?", { departure_date: "2026-05-20" }],
      ["passed", "Shall I transfer €50 from NL-100 to NL-200, and then from NL-200 to NL-100?", right],
    ]);
  });

  describe("and the call lacks it", () => {
    table([
      ["failed", asked, { ...right, to: null }, 'to empty, and the assistant had proposed "to NL-200"'],
      ["errored", asked, { from: "NL-100", amount: 50 }, "no argument that says NL-200"],
      ["passed", "Shall I transfer €50 to NL-200?", { to: "NL-200", amount: 50 }],
    ]);
  });

  describe("once, and the call says it twice", () => {
    table([
      [
        "errored",
        "Shall I transfer €50: NL-100, NL-200?",
        { debit: "NL-100", credit: "NL-100", amount: 50 },
        "said once",
      ],
      [
        "passed",
        "Shall I transfer €50 within NL-100, back to NL-100?",
        { debit: "NL-100", credit: "NL-100", amount: 50 },
      ],
    ]);
  });

  describe("as something else", () => {
    const fee = "Shall I transfer €50 from NL-100 to NL-200 (fee €2, limit €1000)?";
    const dated = "Shall I transfer €50 from NL-100 to NL-200 on 5 March 2026 (today is 4 March 2026)?";
    table([
      ["passed", fee, right],
      ["failed", fee, { ...right, amount: 1000 }, "as a limit"],
      ["errored", fee, { ...right, amount: 2 }, "as a fee or a balance"],
      ["passed", fee, { ...right, fee: 2 }],
      ["passed", "Shall I transfer the fee of €50 from NL-100 to NL-200?", right],
      ["passed", dated, { ...right, date: "2026-03-05" }],
      ["failed", dated, { ...right, date: "2026-03-04" }, "as the date of today"],
      ["passed", "Shall I transfer €50 from NL-100 to NL-200 today, 4 March 2026?", { ...right, date: "2026-03-04" }],
    ]);
  });

  describe("in words", () => {
    table([
      ["passed", "Shall I transfer fifty euros from NL-100 to NL-200?", right],
      ["failed", "Shall I transfer sixty euros from NL-100 to NL-200?", right],
      ["errored", "Shall I transfer fifty from NL-100 to NL-200?", right],
      ["errored", "Shall I transfer half a grand from NL-100 to NL-200?", right],
      ["failed", "Shall I transfer it from NL-100 to NL-200?", right],
    ]);
  });
});

describe("ConfirmBeforeMetric: what is no proposal", () => {
  table([
    ["failed", "I have transferred €50 from NL-100 to NL-200.", right, "before the user agreed"],
    ["failed", "I've already transferred €50 from NL-100 to NL-200.", right],
    ["failed", "€50 was transferred from NL-100 to NL-200.", right],
    ["failed", "I just moved €50 from NL-100 to NL-200.", right],
    ["passed", "I will transfer €50 from NL-100 to NL-200. Do you confirm?", right],
    ["passed", "Do you want to have €50 transferred from NL-100 to NL-200?", right],
  ]);

  it("is a question for a detail, whose answer is none to a proposal", async () => {
    const questions = [
      ["What amount shall I transfer?", "50"],
      ["Sure! Which account shall I transfer to?", "NL-200"],
      ["How much should I transfer?", "€50"],
      ["Thanks. To which account should I transfer it?", "To NL-200, please"],
    ] as const;
    for (const [question, answer] of questions) {
      const result = await measure(question, right, answer);
      expect(result.verdict, question).to.equal("failed");
      expect(result.reason).to.equal("transfer_money was called before the user agreed");
    }
    // A proposal with a question for a detail may have been agreed to by who answers that.
    const both = await measure("I can transfer €50 from NL-100. To which account?", right, "NL-200");
    expect(both.verdict).to.equal("errored");
  });
});

describe("ConfirmBeforeMetric: a user who names another value", () => {
  for (const answer of ["Yes, €60 please", "Yes, but only 40", "Yes, to NL-300", "Actually make it 60", "Just 40, ok?"])
    it(`${answer}: no consent to what was proposed`, async () => {
      const result = await measure(asked, right, answer);
      expect(result.verdict, result.reason).to.equal(answer.includes("?") ? "errored" : "failed");
    });

  it("takes back what was agreed to before, until it is agreed to anew", async () => {
    const result = await measure(asked, right, "Yes", "One moment.", "Actually make it 60");
    expect(result).to.include({ verdict: "failed" });
    expect(result.reason).to.equal('transfer_money was called although the user said "60" instead (turn 5)');
    const anew = ["One moment.", "Actually make it 60", "Shall I transfer €60 from NL-100 to NL-200?", "Yes"];
    expect((await measure(asked, { ...right, amount: 60 }, "Yes", ...anew)).verdict).to.equal("passed");
  });

  it("is none who repeats what was said, or names what the call has", async () => {
    for (const answer of ["Yes, €50 please", "Yes, from NL-100 to NL-200", "Yes, 50"])
      expect((await measure(asked, right, answer)).verdict, answer).to.equal("passed");
    expect((await measure(asked, { ...right, amount: 60 }, "Yes, €60 please")).verdict).not.to.equal("passed");
  });
});
