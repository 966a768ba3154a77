import { expect } from "chai";
import { actsOf, type Act } from "../../../src/simulator/users/agenda/acts.js";
import { reports } from "../../../src/simulator/users/agenda/reports.js";

const actsIn = (reply: string): readonly Act[] => actsOf(reply, reports([])).map(({ act }) => act);

const examples: { readonly [act in Act]?: readonly string[] } = {
  more: [
    "Is there anything else?",
    "anything else i can help with",
    "Let me know if you have any other questions.",
    "Does that answer your question?",
  ],
  goodbye: ["Goodbye!", "Have a great day!", "Take care."],
  lost: [
    "Sorry, I didn’t understand that.",
    "Could you rephrase?",
    "I'm not sure what you mean",
    "Could you repeat that, please?",
  ],
  mismatch: [
    "I cannot find that order.",
    "I'm unable to locate an account with these details.",
    "That email doesn't match our records.",
    "No order found with that number.",
    "The order number seems to be invalid.",
    "max@example.com is not the address on this order.",
  ],
  refusal: [
    "Unfortunately, I am unable to refund this order.",
    "I can’t do that.",
    "I can't confirm it has been sent.",
    "Refunds are not possible after 30 days.",
    "This is against our policy.",
    "I'm afraid it is too late for that.",
  ],
  hold: ["One moment please.", "Please hold while I check your order.", "Let me check that for you.", "Bear with me"],
  handoff: ["I'll transfer you to a human agent now.", "YOU ARE BEING TRANSFERRED TO A HUMAN AGENT. PLEASE WAIT"],
  invite: [
    "How can I help you today?",
    "hello how may i assist you",
    "What seems to be the problem?",
    "How are you?",
    "Could you tell me more about it?",
  ],
  offer: ["I can refund $59.90 for it.", "I'd be happy to cancel the order."],
  filler: ["Hello!", "I'm sorry to hear that.", "Sure, I can help with that.", "Thanks for reaching out."],
  statement: ["Your parcel arrives on Monday.", "Shoes can be returned within 30 days."],
};

const done = [
  "I've refunded $59.90.",
  "Done! You should see it in 3-5 days.",
  "ALL SET",
  "Your order has been cancelled.",
  "I can confirm that your refund has been processed.",
  "No worries, I have sent it again.",
  "I’ve gone ahead and booked it",
  "Refund complete.",
  "The order is now cancelled.",
  "Order A-1042 cancelled.",
  "**Success:** the address was successfully updated.",
  "I couldn't refund the fee, but I have cancelled the order.",
];
const notDone = [
  "I have not refunded it.",
  "I haven’t refunded anything yet.",
  "Once it has been refunded, you will get an email.",
  "You'll get an email once it has been sent.",
  "I can't confirm it has been sent.",
  "Has it been refunded?",
  "Your refund will be processed within 3 days.",
  "It could not be cancelled.",
  "If it has been shipped, it can't be cancelled.",
  "I see that it has been cancelled.",
  "Nothing can be done.",
  "I have refunded nothing.",
  "No refund has been issued.",
  "Orders are refunded within 14 days.",
  "You said it has been cancelled.",
  "I'll be done in a minute.",
  "It needs to be approved first.",
];

describe("the acts of a reply", () => {
  for (const [act, replies] of Object.entries(examples)) {
    it(`know ${act}`, () => {
      for (const reply of replies) expect(actsIn(reply), reply).to.include(act);
    });
  }

  it("know a report of success", () => {
    for (const reply of done) expect(actsIn(reply), reply).to.include("report");
  });

  it("see no success in a negation, a question, a condition, a promise or somebody else's words", () => {
    for (const reply of notDone) expect(actsIn(reply), reply).to.not.include("report");
  });

  it("know the success that the golden expects, by its own verb", () => {
    const engraved = reports(["engraved"]);
    expect(engraved("i have engraved the mug.")).to.equal(true);
    expect(engraved("i have not engraved the mug.")).to.equal(false);
    expect(reports([])("i have engraved the mug.")).to.equal(false);
  });

  it("are those of each clause", () => {
    expect(actsIn("I’ve refunded it, is there anything else?")).to.deep.equal(["report", "more"]);
    expect(actsIn("I found your order, could you tell me your email?")).to.deep.equal(["statement", "request"]);
    expect(actsIn("# Refund\n\n> Done!\n\nWhat is your name?")).to.deep.equal(["statement", "report", "request"]);
  });
});
