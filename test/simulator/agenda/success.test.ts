import { expect } from "chai";
import { refund, bank, flight, doctor, pizza, locked, gym, swap, broken, lost, named, type Matter } from "./matters.js";
import { talk } from "./talk.js";

const untouched: readonly (readonly [Matter, string])[] = [
  [refund, "The refund has been cancelled."],
  [refund, "Your refund request was withdrawn. Anything else?"],
  [refund, "I've cancelled the refund."],
  [refund, "I've refunded someone else's order."],
  [refund, "I have refunded another customer's order."],
  [refund, "I've refunded the wrong order."],
  [refund, "I've refunded you nothing."],
  [refund, "I've refunded nothing."],
  [refund, "Your order has been shipped."],
  [refund, "Your order has been shipped. Thank you for shopping with us. Anything else?"],
  [refund, "I was unable to process the refund, but I've issued store credit."],
  [refund, "I've issued store credit."],
  [refund, "Your replacement has been ordered."],
  [refund, "I've charged your card."],
  [refund, "I've sent you a confirmation email."],
  [refund, "I've updated your address."],
  [bank, "I have cancelled the transfer."],
  [flight, "I've added one bag."],
  [refund, "Refunds sent to cards take five days."],
  [refund, "Orders refunded on weekends are paid on Mondays."],
  [refund, "Not refunded to any card."],
  [doctor, "Appointments booked by phone cost nothing."],
];
const reached: readonly (readonly [Matter, string])[] = [
  [refund, "I've refunded order A-1042."],
  [refund, "I've issued the refund to your Visa."],
  [refund, "The refund is on its way!"],
  [refund, "Your money back request has been processed."],
  [refund, "I've credited $59.90 to your card."],
  [refund, "Done!"],
  [refund, "All set. You'll see the money in 5 days."],
  [refund, "I've cancelled the order and refunded you."],
  [bank, "Transfer done."],
  [bank, "I've sent $200 to Bob Stone."],
  [doctor, "Your appointment has been booked."],
  [pizza, "Your order has been placed."],
  [locked, "I've reset your password."],
  [gym, "Your membership has been cancelled."],
  [swap, "Your replacement has been shipped."],
  [broken, "I've refunded you."],
  [doctor, "Booked for 10:30."],
  [doctor, "Great, booked for 2027-01-04 at 10:30."],
  [doctor, "Appointment booked for 10:30."],
  [refund, "Refunded $59.90 to your Visa."],
  [refund, "Refund issued to your Visa. Anything else?"],
  [gym, "Cancelled your membership."],
  [lost, "Your parcel has been delivered to your neighbour."],
];

describe("the goal of an AgendaUser that wants a deed", () => {
  for (const [golden, report] of untouched)
    it(`is not reached by ${named(golden, report)}`, () => {
      const { said, end } = talk(golden, () => report);
      expect(said.length).to.be.greaterThan(1);
      expect(String(end)).to.not.match(/goals? (?:was|were) reached$/);
      expect(said.join("\n")).to.not.match(/Add one checked bag/);
    });
  for (const [golden, report] of reached)
    it(`is reached by ${named(golden, report)}`, () => {
      expect(talk(golden, () => report).end).to.equal("the goal was reached");
    });
});
