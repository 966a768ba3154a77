import { expect } from "chai";
import { after, goldenOf } from "./talk.js";

const trip = goldenOf({
  scenario: "A customer wants to change a flight.",
  opening: "I want to change my flight to May 17.",
  facts: {
    cabin: "economy",
    origin: "JFK",
    destination: "SEA",
    payment_method: "credit card",
    new_date: "2024-05-17",
    passengers: 2,
    insurance: false,
  },
});
const jacket = goldenOf({
  scenario: "A customer wants to return a jacket.",
  opening: "I want to return my jacket.",
  facts: {
    order_id: { value: "W-2378", aliases: ["order number"] },
    email: "kim@example.com",
    phone: "617-555-0100",
    first_name: "Kim",
    item: "jacket",
    color: "blue",
    size: "M",
    quantity: 1,
    payment_method: "gift card",
    gift_wrap: false,
    wants_receipt: true,
  },
});
const room = goldenOf({
  scenario: "A guest wants to book a room.",
  opening: "I want to book a room from May 3 to May 5.",
  facts: {
    check_in: "2024-05-03",
    check_out: "2024-05-05",
    arrival_time: "9 am",
    guests: 2,
    bed_type: "twin",
    breakfast: true,
    smoking: false,
  },
});
const membership = goldenOf({ opening: "Please cancel my subscription.", facts: { plan: "Basic" } });
const rent = goldenOf({
  opening: "I want to transfer money to my landlord.",
  facts: {
    "account number": "NL-100",
    "landlord account": { value: "NL-200", aliases: ["recipient account"] },
    amount: 50,
  },
});
const unpaid = goldenOf({
  opening: "I need to change my flight.",
  facts: { reservation: "EHGLP3", new_date: "2026-05-20" },
});
type Golden = ReturnType<typeof goldenOf>;

const corrected: readonly (readonly [Golden, said: string, facts: readonly string[]])[] = [
  [trip, "I'll rebook you from JFK to SEA on 2024-05-17 in business. Do you confirm?", ["economy"]],
  [trip, "I'll upgrade you from economy to first class. OK?", ["economy"]],
  [trip, "I'll rebook you from JFK to LAX on May 17. Do you confirm?", ["SEA"]],
  [trip, "Shall I book you a flight to LAX?", ["SEA"]],
  [trip, "I'll rebook you from SEA to JFK on May 17, OK?", ["SEA", "JFK"]],
  [trip, "Shall I move you to May 18th?", ["2024-05-17"]],
  [trip, "I'll change your flight to May 17 and charge your PayPal account. OK?", ["credit card"]],
  [trip, "- Flight: HAT136\n- Payment Method: Gift Card\n\nShall I proceed?", ["credit card"]],
  [trip, "I'll rebook three passengers. Is that okay?", ["2"]],
  [jacket, "Refund goes to your credit card. Okay?", ["gift card"]],
  [jacket, "I'll refund it to the original payment method, a Visa card. Does that work?", ["gift card"]],
  [jacket, "I see order W-2378 for a jacket, size L, correct?", ["M"]],
  [jacket, "I'll return the red jacket. OK?", ["blue"]],
  [jacket, "I'll return 2 jackets. Okay?", ["1"]],
  [jacket, "Shall I call you at 617-555-0199?", ["617-555-0100"]],
  [room, "Shall I book a room with a king bed?", ["twin"]],
  [room, "Shall I book it for 3 guests?", ["2"]],
  [room, "Shall I book it from May 4 to May 6?", ["2024-05-03"]],
  [room, "Shall I book it for 5 pm?", ["9 am"]],
  [membership, "Shall I cancel your Premium plan?", ["Basic"]],
  [rent, "Shall I transfer 60 from NL-100 to NL-200?", ["50"]],
];

const onlyOne: readonly (readonly [Golden, said: string, thing: string])[] = [
  [trip, "I would have to change both your flight and your hotel. Is that all right?", "flight"],
  [trip, "Shall I change your flight along with the hotel?", "flight"],
  [jacket, "We will return jacket and shoes. Is that right?", "jacket"],
  [jacket, "Shall I return the jacket and also the belt?", "jacket"],
  [jacket, "Shall I return the shoes?", "jacket"],
  [jacket, "Shall I return both jackets?", "jacket"],
  [room, "Shall I book the room and a rental car?", "room"],
  [membership, "Shall I cancel all your subscriptions?", "subscription"],
];

const foreign: readonly (readonly [Golden, said: string])[] = [
  [trip, "I'm going to leave your flight as it is. Is that okay?"],
  [trip, "Shall I also cancel your other booking?"],
  [trip, "Shall I change the flight of your wife?"],
  [trip, "I'll add travel insurance for $30 and change your flight. Shall I go ahead?"],
  [jacket, "I'll refund the money to your friend's card. Is that fine?"],
  [jacket, "I can refund it as store credit only. Shall I go ahead?"],
  [jacket, "I'll send it gift wrapped for $5, OK?"],
  [room, "Shall I book it without breakfast?"],
  [room, "Shall I book a smoking room?"],
];

const agreed: readonly (readonly [Golden, said: string])[] = [
  [trip, "I'll rebook you from JFK to SEA on 2024-05-17 in economy. Do you confirm?"],
  [trip, "I'll rebook you from New York to Seattle. OK?"],
  [trip, "I'll change your flight to May 17 without insurance. OK?"],
  [trip, "I'll charge your Visa credit card. OK?"],
  [trip, "I'll charge the original payment method. OK?"],
  [trip, "Shall I rebook both passengers?"],
  [trip, "The refund takes 5 to 7 business days. Shall I change your flight?"],
  [trip, "Refunds to PayPal usually take a week. Shall I change your flight?"],
  [trip, "I'll change your flight and email you the receipt. OK?"],
  [trip, "I'll change your flight and charge the fare difference and taxes. OK?"],
  [jacket, "Shall I return the item and send you a label?"],
  [jacket, "I'll return 1 blue jacket in size M to your gift card. OK?"],
  [room, "We are open from 8 am to 6 pm. Shall I book a twin room for 2 guests with breakfast?"],
  [room, "Shall I book the non-smoking room?"],
  [rent, "Shall I transfer 50 from NL-100 to NL-200?"],
  [unpaid, "You will pay with your gift card. Shall I proceed with the change?"],
  [unpaid, "- Flight: HAT136\n- Payment Method: Gift Card\n\nPlease confirm that you'd like to proceed."],
  [membership, "Shall I cancel your Basic plan?"],
  [membership, "Shall I cancel it and refund the remaining balance and taxes?"],
];

const byFact: readonly (readonly [Golden, said: string, answer: string])[] = [
  [trip, "Do you want insurance?", "No."],
  [trip, "Would you like to add travel insurance?", "No."],
  [trip, "You don't want insurance, right?", "Yes."],
  [trip, "You do want insurance, don't you?", "No."],
  [jacket, "Would you like gift wrapping?", "No."],
  [jacket, "Would you like us to gift wrap it?", "No."],
  [jacket, "Do you want a receipt?", "Yes."],
  [room, "Would you like breakfast?", "Yes."],
];

const consent = /^(?:Yes\b(?!.*(?:right|correct))|Please go ahead|Go ahead)/;
const named = ({ opening }: Golden, said: string): string => `${JSON.stringify(said)} to “${String(opening)}”`;

describe("an AgendaUser that is to agree to what its facts speak of", () => {
  for (const [golden, said, facts] of corrected)
    it(`puts right ${named(golden, said)}`, () => {
      const answer = after(golden, [said]);
      expect(answer).to.match(/^No\b/);
      for (const fact of facts) expect(answer).to.include(fact);
    });

  for (const [golden, said, thing] of onlyOne)
    it(`agrees to one thing of ${named(golden, said)}`, () => {
      expect(after(golden, [said])).to.match(new RegExp(`^No, (?:only|just) the ${thing}, please\\.$`));
    });

  for (const [golden, said] of foreign)
    it(`declines ${named(golden, said)}`, () => {
      expect(after(golden, [said])).to.match(/^No, (?:I don't want that|that's not what I'm here for)\./);
    });

  for (const [golden, said] of agreed)
    it(`agrees to ${named(golden, said)}`, () => {
      expect(after(golden, [said])).to.match(consent);
    });

  for (const [golden, said, answer] of byFact)
    it(`says ${answer} by its facts to ${named(golden, said)}`, () => {
      expect(after(golden, [said])).to.equal(answer);
    });

  it("answers a choice by its facts or its wish, and never by yes", () => {
    expect(after(trip, ["Would you like economy or business?"])).to.match(/economy/);
    for (const said of [
      "Would you like the 9 am or the 5 pm flight?",
      "Would you like a window or an aisle seat?",
      "Shall I send it by post or by courier?",
    ])
      expect(after(trip, [said]), said).to.match(/don't know\.$/);
    expect(after(jacket, ["Would you prefer a refund or an exchange?"])).to.match(/I want to return my jacket\.$/);
  });

  it("gives up nothing that it did not want to", () => {
    const said = "To change it I have to cancel your current booking without a refund. Shall I continue?";
    expect(after(trip, [said])).to.not.match(/\b(?:yes|go ahead)\b/i);
  });
});

describe("an AgendaUser whose goal names no deed", () => {
  const card = goldenOf({
    scenario: "A customer lost her card.",
    opening: "I lost my card!",
    confirms: true,
    goals: [{ say: "I lost my card!", done: { calls: "block_card" } }],
  });
  it("agrees to what its done test waits for", () => {
    const parcel = goldenOf({
      scenario: "A customer moved.",
      opening: "I have a new place.",
      goals: [{ say: "I have a new place.", done: { calls: "update_address" } }],
    });
    expect(after(parcel, ["Shall I update your address?"])).to.match(consent);
    expect(after(card, ["Shall I block your card?"])).to.match(consent);
  });

  it("agrees to what puts right what happened to it, and to nothing else", () => {
    const stolen = goldenOf({ scenario: "A customer's card was stolen.", opening: "My card was stolen." });
    for (const said of ["Shall I block your card?", "Shall I freeze the card?", "Shall I send you a new card?"])
      expect(after(stolen, [said]), said).to.match(consent);
    for (const said of ["Shall I close your account?", "Would you like to upgrade your plan?"])
      expect(after(stolen, [said]), said).to.match(/^No\b/);
  });
});

describe("an AgendaUser that is asked for what is not its own", () => {
  for (const said of [
    "What's the order number of your other order?",
    "What is our support phone number?",
    "What was the email you used before the one you have now?",
    "What's your wife's first name?",
    "May I have the phone number of your husband?",
    "What email did your colleague use?",
    "What is your other email?",
  ])
    it(`does not know it: ${JSON.stringify(said)}`, () => {
      expect(after(jacket, [said])).to.match(/don't know\.$/);
    });

  for (const said of [
    "Which account should the money go to?",
    "To which account should I transfer the money?",
    "What account should I send the money to?",
  ])
    it(`gives the recipient's account: ${JSON.stringify(said)}`, () => {
      expect(after(rent, [said])).to.equal("It's NL-200.");
    });
  for (const said of ["What is your account number?", "Which account should I take the money from?"])
    it(`gives its own: ${JSON.stringify(said)}`, () => {
      expect(after(rent, [said])).to.equal("It's NL-100.");
    });

  it("makes no name of what it can't read", () => {
    for (const said of ["And where should the glorp frob?", "Which way would the money go?"])
      expect(after(rent, [said]), said).to.match(/(?:don't know)\.$/);
  });
});
