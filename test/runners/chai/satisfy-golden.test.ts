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

  it("takes a golden that states nothing for an error", () => {
    plainExpect(thrownBy(() => expect(testCase).to.satisfyGolden({ scenario: "A refund." })).message).to.match(
      /nothing/i,
    );
  });
});
