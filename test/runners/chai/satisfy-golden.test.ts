import { expect as plainExpect, use } from "chai";
import { rehearsalChai } from "../../../src/runners/chai/index.js";

const { expect } = use(rehearsalChai);
const thrownBy = (work: () => unknown): Error => {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
};

const testCase = {
  turns: [
    { role: "user" as const, content: "Refund me." },
    {
      role: "assistant" as const,
      content: "You get $5.00.",
      toolsCalled: [{ name: "refund", inputParameters: { amount: 5 } }],
    },
  ],
};
const golden = { scenario: "A refund.", expectedTools: ["refund"], mustCommunicate: ["$5"] };

describe("satisfyGolden", () => {
  it("holds at once where everything the golden states is so", () => {
    expect(testCase).to.satisfyGolden(golden);
  });

  it("fails at once, at the user's line, with what the golden states", () => {
    const error = thrownBy(() => expect(testCase).to.satisfyGolden({ ...golden, forbiddenTools: ["refund"] }));
    plainExpect(error.name).to.equal("AssertionError");
    plainExpect(error.message).to.include("refund").and.include("forbiddenTools");
    plainExpect(error.stack).to.match(/satisfy-golden\.test\.ts:\d+/);
  });

  it("with not, wants a failure, and takes no error for one", () => {
    expect(testCase).to.not.satisfyGolden({ ...golden, mustCommunicate: ["$7"] });
    plainExpect(thrownBy(() => expect(testCase).to.not.satisfyGolden(golden)).message).to.include(
      "expected the test case to fail",
    );
    const untraced = { turns: testCase.turns.map(({ role, content }) => ({ role, content })) };
    plainExpect(
      thrownBy(() => expect(untraced).to.not.satisfyGolden({ scenario: "A refund.", expectedTools: ["refund"] }))
        .message,
    ).to.include("observe(");
  });

  it("lets a failure off where the golden is flaky, and not where only the test case is", () => {
    const failing = { ...golden, mustCommunicate: ["$7"] };
    expect(testCase).to.satisfyGolden({ ...failing, flaky: true });
    plainExpect(thrownBy(() => expect({ ...testCase, flaky: true }).to.satisfyGolden(failing)).message).to.include(
      "$7",
    );
  });

  it("lets nothing off that could not be judged, flaky or not", () => {
    const untraced = { turns: testCase.turns.map(({ role, content }) => ({ role, content })), flaky: true };
    const stating = [{ scenario: "s", expectedTools: ["refund"] }, { scenario: "s" }];
    for (const stated of stating) {
      for (const flaky of [true, false]) {
        const given = { ...stated, flaky };
        plainExpect(thrownBy(() => expect(untraced).to.satisfyGolden(given)).name).to.equal("RehearsalError");
        plainExpect(thrownBy(() => expect(untraced).to.not.satisfyGolden(given)).name).to.equal("RehearsalError");
      }
    }
  });

  it("holds one answer against the golden of one question", () => {
    const answer = { input: "q", actualOutput: "You get $5.00.", mustCommunicate: ["$9"], goldenId: "old" };
    expect(answer).to.satisfyGolden({ id: "new", input: "q", mustCommunicate: ["$5"] });
    const failing = { id: "new", input: "q", mustCommunicate: ["$7"] };
    const error = thrownBy(() => expect(answer).to.satisfyGolden(failing));
    plainExpect(error.message).to.include("$7").and.include("new").and.not.include("$9");
    expect(answer).to.satisfyGolden({ ...failing, flaky: true });
  });

  it("says what was given where it is no golden, or one of another kind", () => {
    const given: [golden: unknown, message: RegExp][] = [
      [undefined, /a golden is expected, and was given undefined/],
      [[golden], /an array/],
      ["refund", /the text "refund"/],
      [{ input: "q" }, /of one question/],
      [{ scenario: "s", colour: 1 }, /colour/],
    ];
    for (const [wrong, message] of given) {
      const error = thrownBy(() => expect(testCase, "my words").to.satisfyGolden(wrong as never));
      plainExpect(error.name).to.equal("RehearsalError");
      plainExpect(error.message)
        .to.match(message)
        .and.match(/^my words: /);
    }
  });

  it("takes a golden that states nothing for an error", () => {
    plainExpect(thrownBy(() => expect(testCase).to.satisfyGolden({ scenario: "A refund." })).message).to.match(
      /nothing/i,
    );
  });
});
