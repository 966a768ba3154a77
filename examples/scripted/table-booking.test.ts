// A user who says fixed lines, for conversations that must go the same way each time.
import { assertTest, ConversationSimulator, ScriptedUser } from "rehearsal";
import { createBookingAgent } from "./table-booking.js";

describe("table booking", () => {
  it("books what the guest corrected it to, once confirmed", async () => {
    const simulator = new ConversationSimulator({
      agent: createBookingAgent(),
      user: new ScriptedUser(["A table for 4 people please.", "At 19:00.", "Sorry, I meant 20:00.", "Yes please."]),
    });
    const [testCase] = await simulator.simulate({
      conversationalGoldens: [
        {
          id: "corrected-time",
          scenario: "A guest books a table and corrects the time.",
          expectedTools: [{ name: "book_table", inputParameters: { guests: 4, time: "20:00" } }],
          toolMatch: { mode: "exact" },
          confirmBefore: ["book_table"],
          mustCommunicate: ["T-4-20:00"],
        },
      ],
    });
    await assertTest({ testCase });
  });
});
