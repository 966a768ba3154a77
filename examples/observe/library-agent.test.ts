import { expect } from "chai";
import { assertTest, captureTrace } from "rehearsal";
import { answer } from "./library-agent.js";

describe("library agent", () => {
  it("answers from the opening hours", async () => {
    await assertTest({
      golden: {
        input: "When do you open on Saturday?",
        expectedTools: [{ name: "opening_hours", inputParameters: { day: "saturday" } }],
        mustCommunicate: ["10:00"],
      },
      run: ({ input }) => answer(input),
    });
  });

  it("calls nothing before it knows the day", async () => {
    await assertTest({
      golden: { input: "When do you open?", expectedTools: [], mustCommunicate: ["which day"] },
      run: ({ input }) => answer(input),
    });
  });

  it("leaves a trace of what it did, as plain data", async () => {
    const { result, trace } = await captureTrace(() => answer("And on Monday?"));
    expect(result).to.include("9:00");
    expect(trace.toolsCalled.map(({ name, output }) => ({ name, output }))).to.deep.equal([
      { name: "opening_hours", output: { day: "monday", open: "9:00 to 20:00" } },
    ]);
    expect(trace.retrievalContext).to.have.length(1);
  });
});
