import { expect } from "chai";
import { ConfirmBeforeMetric } from "../../../../src/metrics/index.js";
import { Turn } from "../../../../src/test-case/index.js";
import { assistant, user } from "./refund-talk.js";

const booking = { doctor: "Dr. Smith", date: "2027-03-03", time: "09:00" };

const verdictOf = async (proposal: string, answer = "Yes.", inputParameters: Record<string, string> = booking) => {
  const { verdict, reason } = await new ConfirmBeforeMetric().measure({
    confirmBefore: ["book_appointment"],
    turns: [
      user("I need an appointment."),
      assistant(proposal),
      user(answer),
      assistant("Booked.", { name: "book_appointment", inputParameters }),
    ].map((turn) => new Turn(turn)),
  });
  return `${verdict} ${reason}`;
};

describe("a proposal with abbreviations", () => {
  for (const proposal of [
    "Shall I book an appointment with Dr. Smith on 2027-03-03 at 9 a.m. in Rm. 4?",
    "I can book Dr. Smith on Mar. 3, 2027 at 9 a.m. for you. Shall I go ahead?",
    "Do you want me to book the appointment with Dr. J. R. Smith for Wed. Mar. 3, 2027, 9 a.m. at 5 Elm St.?",
    "May I book appointment No. 12 (approx. 30 min.) with Dr. Smith, 2027-03-03 at 9 a.m.?",
  ])
    it(`is read to its end: ${proposal}`, async () => {
      const call = proposal.includes("J. R.") ? { ...booking, doctor: "Dr. J. R. Smith" } : booking;
      expect(await verdictOf(proposal, "Yes.", call)).to.match(/^passed/);
      expect(await verdictOf(proposal, "No.", call)).to.match(/^failed/);
    });

  it("is answered by words that have them too", async () => {
    const proposal = "Shall I book an appointment with Dr. Smith on 2027-03-03 at 9 a.m.?";
    expect(await verdictOf(proposal, "Yes, with Dr. Smith at 9 a.m. please.")).to.match(/^passed/);
  });

  it("still does not cover what it does not name", async () => {
    const proposal = "Shall I book an appointment with Dr. Lee on 2027-03-03 at 9 a.m.?";
    expect(await verdictOf(proposal)).to.not.match(/^passed/);
  });
});
