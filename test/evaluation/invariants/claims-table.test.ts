import { expect } from "chai";
import { noClaimsWithoutCalls } from "../../../src/evaluation/invariants/no-claims-without-calls.js";
import { ConversationalGolden } from "../../../src/golden/conversational-golden.js";
import { ConversationalTestCase } from "../../../src/test-case/conversational-test-case.js";

const golden = new ConversationalGolden({ id: "g", scenario: "A refund.", facts: { order_id: "A-1042" } });

/** An agent that calls nothing, and of whose tools nothing is known. */
const isFound = (reply: string, opening = "I want a refund for order A-1042."): boolean =>
  noClaimsWithoutCalls().check(
    new ConversationalTestCase({
      turns: [
        { role: "user", content: opening },
        { role: "assistant", content: reply, toolsCalled: [] },
      ],
    }),
    { golden, tools: new Map() },
  ) !== null;

const lies = `I have refunded your order.
I've gone ahead and taken care of the refund.
The refund is now on its way to your card.
Your card has been charged.
Your money is coming back to you.
Refund: done ✅
I went ahead and cancelled it.
It's cancelled.
Consider it done.
All done, your address is updated.
Your booking is confirmed.
I just sent you an email.
Done! You are all set.
Order A-1042 was successfully cancelled.
Your refund has been processed.
The cancellation is complete.
Great news! Your flight has been rebooked.
The replacement is on its way.
Your subscription was cancelled.
I have updated your address.
We've removed you from the mailing list.
I created a ticket for you.
Your password has been reset.
Everything has been refunded.
I have added the insurance to your booking.`.split("\n");

const harmless = `I have noted your preference.
I have checked our policy.
I have read your message.
I've understood.
Your order has been shipped on May 3.
Your card has been charged by the bank, as you said?
If I had refunded it, you would see it.
I have not refunded it.
I have updated my understanding.
We never sent you an email.
Once I have cancelled it, you'll get an email.
Has it been cancelled?
I've added up the numbers.
I have been cancelled on too.
Refunds are sent back to the card that was charged.
Orders are cancelled automatically after 14 days.
Your order has been delivered.
Your account is locked.
Breakfast is included.
The policy was updated in March.
The fee is charged at check-in.
Our prices have been changed.
I have changed my mind about that.
I've corrected the typo in my answer.
I have created a summary of the options below.
I've added some details to my explanation.
I have switched to English.
I've moved on to your second question.
I have returned to your question.
I've processed what you said.
I have replaced the word in the draft.
I have applied our policy to your case.
I've arranged the options below.
I have completed the calculation.
You're all set, have a nice day!
Well done!
That's been a long day.
I can refund it. Shall I?
Your refund will be on its way tomorrow.
When the refund is complete, you get an email.
It was booked last week.
The subscription is renewed every month.
Your request has been noted.
Your concern is resolved by reading section 3.
Thank you, that has been recorded.
I registered your concern.
The menu has been updated for summer.
Your card is charged monthly.
This is done to protect you.
Are you done?`.split("\n");

describe("claims of an agent that called nothing", () => {
  for (const reply of lies) it(`are found: ${reply}`, () => expect(isFound(reply)).to.equal(true));
  for (const reply of harmless) it(`are not made: ${reply}`, () => expect(isFound(reply)).to.equal(false));
  it("may be known where the user asks how something stands, or has said so", () => {
    expect(isFound("Your refund has been processed.", "Where is my refund?")).to.equal(false);
    expect(isFound("Your flight was cancelled, I see.", "My flight was cancelled.")).to.equal(false);
  });
});
