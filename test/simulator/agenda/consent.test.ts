import { expect } from "chai";
import {
  refund,
  bank,
  flight,
  doctor,
  pizza,
  locked,
  gym,
  swap,
  broken,
  unwilling,
  lost,
  named,
  type Matter,
} from "./matters.js";
import { after, goldenOf } from "./talk.js";

const consent = /^(?:Yes\b(?!.*(?:right|correct))|Please go ahead|Go ahead)/;

const served: readonly (readonly [Matter, readonly string[]])[] = [
  [
    refund,
    [
      "I'll look up your order, OK?",
      "Shall I send the confirmation to kim@example.com?",
      "Is it OK to check your account?",
      "May I check your order now?",
      "Can I go ahead and process the refund?",
      "Shall I proceed?",
      "Would you like me to proceed with the refund of $59.90 to your Visa ending 4242?",
      "I can refund $59.90 to the original payment method. Shall I go ahead?",
      "I'll refund order A-1042 and send a confirmation to kim@example.com. Is that okay?",
      "Would you like me to open a ticket for this?",
      "Do you want me to escalate this to our refunds team?",
      "Shall I create a return label for you?",
      "To get the refund you need to return the headphones. Would you like me to send you a return label?",
      "Shall I submit the refund request?",
      "Do you want to return the item for a refund?",
      "Would it be okay if I look into your account?",
      "Shall I verify your details first?",
      "Are you ready to continue?",
      "Are you sure you want a refund?",
      "Do you agree to the terms?",
      "Would you like to receive an update by email?",
      "May I put you on hold for a moment?",
      "Shall I call you at 555-0199?",
      "Can I confirm the refund now?",
      "Would you mind if I check your order first?",
      "Do you mind if I put you on hold for a moment?",
      "Shall I credit $59.90 to your card?",
      "Do you want me to reimburse you?",
      "Please confirm that you want me to refund order A-1042.",
      "Type YES to proceed with the refund of $59.90.",
      "Refunds take 5 to 7 days. Shall I go ahead?",
      "The item was shipped on May 3. Shall I start the refund?",
      "Your account is active and your order was delivered. Would you like me to process the refund?",
      "Let me know if you'd like me to proceed with the refund.",
      "Shall I waive the restocking fee and refund $59.90?",
      "I can offer store credit or a refund. Shall I refund it?",
      "Do you want me to make a refund instead of a replacement?",
      "Shall I keep you updated by email?",
      "I'll start the refund now, alright?",
      "Unfortunately we can't replace it, only refund it. Shall I go ahead?",
    ],
  ],
  [
    bank,
    [
      "Shall I transfer $200 to Bob Stone?",
      "Shall I send $200 to Bob?",
      "Shall I wire it to DE89370400440532013000?",
      "Transfer $200 to Bob Stone now. Do you confirm?",
      "Do you authorize this payment?",
    ],
  ],
  [
    flight,
    [
      "Shall I move flight EHGLP3 from May 15 to May 20 for $75?",
      "The change fee is $75. Do you want to proceed?",
      "Shall I add one checked bag?",
      "Would you like me to rebook you on May 20?",
      "Shall I charge the fee to your Visa ending 4242?",
      "I'll cancel the old flight and book the new one for May 20. Is that okay?",
      "I can transfer you to a human agent. Would you like me to proceed with the transfer?",
    ],
  ],
  [doctor, ["Shall I book Tuesday 9am?", "Is Tuesday okay?", "Would you like me to schedule an appointment?"]],
  [pizza, ["Total is $18. OK?", "Shall I place the order?", "Shall I deliver it to 5 Elm St?"]],
  [
    locked,
    ["Shall I reset your password?", "Shall I send a reset link to kim@example.com?", "Can I unlock your account?"],
  ],
  [gym, ["Shall I cancel your membership?", "Do you want me to close your membership M-77?"]],
  [swap, ["Shall I exchange them for size 9?", "Would you like me to send a replacement in size 9?"]],
  [broken, ["Shall I send you a replacement?", "Would you like a refund?"]],
];

const foreign: readonly (readonly [Matter, readonly string[]])[] = [
  [
    refund,
    [
      "I'll cancel your account. OK?",
      "Your account will be cancelled. Is that okay?",
      "Should I cancel the refund for order A-1042?",
      "Shall I stop the refund?",
      "Do you want me to withdraw your refund request?",
      "Do you want me to send a replacement instead?",
      "Would you like me to exchange it?",
      "I can offer store credit of $59.90 instead. Is that fine?",
      "Shall I issue a voucher?",
      "Would you accept a gift card instead?",
      "Shall I charge your Visa ending 4242 $59.90?",
      "Do you agree to waive your warranty?",
      "Shall I refund order A-1042 and also close your account?",
      "I will refund order A-1042. I will also sign you up for our premium plan. OK?",
      "Here is what I'll do:\n- Refund order A-1042\n- Close your account\n\nShall I proceed?",
      "Would you like to sign up for our premium plan at $9.99?",
      "Shall I change your email address?",
      "May I delete your data?",
      "Would you like to donate $5?",
      "Shall I keep the order as it is?",
      "Would you like to order a new pair?",
      "Do you want to upgrade your membership?",
      "Is store credit OK?",
      "You'll get a voucher, okay?",
      "Shall I refund you in store credit?",
      "Can I offer you 10% off?",
      "Refund denied, is that fine?",
      "Shall I put the refund on hold?",
      "Shall I refund it to someone else's card?",
      "Ok if I share your data with partners?",
      "Shall we not go ahead?",
      "I'd like to send you a replacement. Deal?",
    ],
  ],
  [bank, ["Shall I block your card?", "Do you want me to cancel the transfer?", "Shall I close your account?"]],
  [
    flight,
    ["Shall I close your account?", "Shall I change your email address?", "Do you want to waive your insurance?"],
  ],
  [gym, ["Shall I upgrade your membership?", "Would you like to renew your membership?"]],
  [unwilling, ["Shall I issue store credit?", "Shall I send a voucher?"]],
  [locked, ["Shall I delete your account?", "Would you like to buy our premium plan?"]],
];

const contradicted: readonly (readonly [Matter, string, string])[] = [
  [refund, "Shall I refund A-1042 to your Mastercard ending 9999?", "Visa ending 4242"],
  [refund, "Shall I refund it to your Mastercard?", "Visa ending 4242"],
  [refund, "Shall I refund it to your Visa ending in 9999?", "Visa ending 4242"],
  [refund, "Shall I refund it to your card ****9999?", "Visa ending 4242"],
  [refund, "Shall I refund $59.90 and $20 to your card?", "$59.90"],
  [refund, "Shall I refund order A-1043?", "A-1042"],
  [refund, "Shall I refund it to Tim Lee?", "Kim Lee"],
  [bank, "Shall I transfer $200 to Rob Stone?", "Bob Stone"],
  [bank, "Shall I transfer $200 to Eve?", "Bob Stone"],
  [bank, "Shall I transfer $200 to Bob Stone and $50 to Eve?", "Bob Stone"],
  [bank, "Shall I transfer $2,000 to Bob Stone?", "$200"],
  [bank, "Shall I transfer $200 to DE89370400440532013999?", "DE89370400440532013000"],
  [flight, "Shall I change it to May 21?", "2026-05-20"],
];

const undecided: readonly (readonly [Matter, string])[] = [
  [refund, "Shall I frobnicate your headphones?"],
  [refund, "Shall I refund order A-1042 and paint your house?"],
  [refund, "Do you want it as a refund to the card or as store credit?"],
  [refund, "Do you want it as refund to the card or store credit?"],
  [refund, "Would you like a refund or a replacement?"],
  [refund, "Should I return it instead?"],
  [refund, "Shall I refund half of it?"],
  [refund, "Do you not want a refund?"],
  [refund, "So you do not want the refund, correct?"],
  [refund, "Would you mind if I close your account?"],
  [refund, "Do you mind if I refund order A-1043?"],
  [bank, "Shall I juggle $200 for Bob Stone?"],
];

const no = /^No\b/;
const seeds = [1, 2, 3, 4];

describe("an AgendaUser that is to agree", () => {
  describe("agrees to what serves its goal", () => {
    for (const [golden, all] of served)
      for (const said of all)
        it(named(golden, said), () => {
          expect(after(golden, [said])).to.match(consent);
        });
  });

  describe("says no to another deed, and what it wants, once", () => {
    for (const [golden, all] of foreign)
      for (const said of all)
        it(named(golden, said), () => {
          for (const seed of seeds) {
            const answer = after(golden, [said], { seed });
            expect(answer).to.match(no);
            const wish = (golden.goals?.[0]?.say ?? golden.opening ?? "").replace(/^Hi, m/, "M");
            expect(answer.split(wish), answer).to.have.length(2);
          }
        });
  });

  describe("puts right what contradicts its facts", () => {
    for (const [golden, said, fact] of contradicted)
      it(named(golden, said), () => {
        expect(after(golden, [said]))
          .to.match(no)
          .and.include(fact);
      });
  });

  describe("says what it wants, and neither yes nor no, where it can't tell", () => {
    for (const [golden, said] of undecided)
      it(named(golden, said), () => {
        for (const seed of seeds)
          expect(after(golden, [said], { seed }))
            .to.match(/(?:I want a refund for order A-1042|Transfer \$200 to Bob Stone)\.$/)
            .and.not.match(/\b(?:yes|no|go ahead|ok)\b/i);
      });
  });

  it("agrees to a “Do you mind?” by no yes or no", () => {
    expect(after(refund, ["Would you mind if I refund it?"])).to.match(/^(?:Please go ahead|Go ahead, please)\.$/);
    const declining = goldenOf({ ...refund, confirms: false });
    expect(after(declining, ["Would you mind if I refund it?"]))
      .to.match(/rather leave it/)
      .and.not.match(/\b(?:yes|no)\b/i);
  });

  it("does not know what its golden expects to come of it", () => {
    const golden = goldenOf({
      opening: "I want a refund.",
      expectedOutcome: "The account is closed.",
      confirmBefore: ["close_account"],
    });
    expect(after(golden, ["Shall I close your account?"])).to.match(no);
  });

  it("agrees to nothing that a question for something else only looks like", () => {
    expect(after(flight, ["To which date would you like to move it?"]))
      .to.match(/2026-05-20/)
      .and.not.match(/yes|go ahead/i);
    expect(after(lost, ["Shall I send a replacement?"])).to.not.match(consent);
  });
});
