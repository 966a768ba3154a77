import { expect } from "chai";
import { after, goldenOf } from "./talk.js";

const shop = goldenOf({
  opening: "Hi, my headphones broke.",
  persona: "Terse.",
  facts: {
    order_id: "A-1042",
    email: "kim@example.com",
    zip_code: "94110",
    phone: "555-010-4477",
    amount: "$59.90",
    color: "black",
    full_name: "Kim Lee",
    date_of_birth: "1990-04-12",
    address: "12 Main St, Springfield",
  },
});
const bank = goldenOf({
  opening: "Transfer $200 to Bob.",
  persona: "Terse.",
  facts: { recipient: "Bob Stone", iban: "DE89370400440532013000", pin_last_two: 42 },
});
const doctor = goldenOf({
  opening: "I'd like an appointment.",
  persona: "Terse.",
  facts: { symptom: "a sore throat", preferred_time: "Tuesday morning", insurance: "Acme Health 771" },
});
const flight = goldenOf({
  opening: "Change my flight EHGLP3 to May 20.",
  persona: "Terse.",
  facts: { new_date: "2026-05-20", old_date: "2026-05-15" },
});
const british = goldenOf({
  opening: "My jumper is too small.",
  persona: "Terse.",
  facts: { favourite_colour: "red", licence_number: "L-99", organisation: "Acme", delivery_centre: "Leeds" },
});
const pizza = goldenOf({
  opening: "A pizza, please.",
  persona: "Terse.",
  facts: { how: "home delivery", size: "large" },
});
const pickup = goldenOf({ opening: "A pizza, please.", persona: "Terse.", facts: { delivery_address: "5 Elm St" } });

type Golden = ReturnType<typeof goldenOf>;

const told: readonly (readonly [Golden, string, string])[] = [
  [shop, "Please provide the number on your receipt.", "A-1042"],
  [shop, "What is your invoice number?", "A-1042"],
  [shop, "What number can we call you on?", "555-010-4477"],
  [shop, "Where can I call you?", "555-010-4477"],
  [shop, "What colour are they?", "black"],
  [shop, "Where can I send the confirmation?", "kim@example.com"],
  [shop, "Where should we email the receipt?", "kim@example.com"],
  [shop, "Where was it shipped to?", "12 Main St, Springfield"],
  [shop, "Where did we send it?", "12 Main St, Springfield"],
  [shop, "Your surname?", "Kim Lee"],
  [shop, "Can you spell your surname?", "Kim Lee"],
  [shop, "Either your email or your zip works.", "kim@example.com"],
  [shop, "Your email or your phone number will do.", "kim@example.com"],
  [bank, "What's the account number?", "DE89370400440532013000"],
  [bank, "Who should receive it?", "Bob Stone"],
  [bank, "To whom?", "Bob Stone"],
  [bank, "Who do you want to send it to?", "Bob Stone"],
  [doctor, "What brings you in?", "a sore throat"],
  [doctor, "What seems to be the problem?", "a sore throat"],
  [doctor, "What day works?", "Tuesday morning"],
  [doctor, "When would suit you?", "Tuesday morning"],
  [doctor, "When are you available?", "Tuesday morning"],
  [doctor, "Who is your insurer?", "Acme Health 771"],
  [flight, "To which date would you like to move it?", "2026-05-20"],
  [flight, "On what day would you like to fly?", "2026-05-20"],
  [flight, "When do you want to fly?", "2026-05-20"],
  [flight, "What is your current travel date?", "2026-05-15"],
  [british, "What's your favorite color?", "red"],
  [british, "What is your license number?", "L-99"],
  [british, "Which organization?", "Acme"],
  [british, "Which delivery center?", "Leeds"],
  [pizza, "Delivery or pickup?", "home delivery"],
  [pizza, "Small or large?", "large"],
  [pickup, "Delivery or pickup?", "5 Elm St"],
];

const several: readonly (readonly [string, readonly string[]])[] = [
  ["Order number:\nEmail:", ["A-1042", "kim@example.com"]],
  ["Please fill in:\n\nOrder number: ____\nEmail: ____\nZIP code: ____", ["A-1042", "kim@example.com", "94110"]],
];

const never: readonly (readonly [Golden, string, RegExp])[] = [
  [bank, "What is your PIN?", /42/],
  [bank, "What's your user ID?", /DE89/],
  [bank, "Thin or thick crust?", /thin|thick/i],
  [flight, "To which date would you like to move it?", /yes|go ahead/i],
  [flight, "By which day do you want me to change it?", /yes|go ahead/i],
  [shop, "Summary:", /A-1042|@/],
];

const facts = goldenOf({
  opening: "I want a refund.",
  facts: { amount: "$59.90", date_of_birth: "1990-04-12", deposit: "1.059,90 €" },
});
const right: readonly string[] = [
  "The amount is 59,90 dollars, right?",
  "The amount is $59.9, is that right?",
  "Is the amount 59.90 USD?",
  "Is the birth date 04/12/1990?",
  "Is the birth date 12/04/1990?",
  "Is the birth date 12.04.1990?",
  "Is your date of birth 12 April 1990?",
  "Is your date of birth April 12, 1990?",
  "Your date of birth is April 12th, 1990, correct?",
];
const wrong: readonly (readonly [string, string])[] = [
  ["Is the amount $5990?", "$59.90"],
  ["The amount is 59,91 dollars, right?", "$59.90"],
  ["Is the birth date 04/13/1990?", "1990-04-12"],
  ["Is the birth date 12 April 1991?", "1990-04-12"],
  ["Is the birth date 05/12/1990?", "1990-04-12"],
];

describe("a question to an AgendaUser", () => {
  describe("is understood in whichever of its wordings", () => {
    for (const [golden, said, fact] of told)
      it(JSON.stringify(said), () => {
        expect(after(golden, [said])).to.include(fact);
      });
    for (const [said, all] of several)
      it(JSON.stringify(said), () => {
        for (const fact of all) expect(after(shop, [said])).to.include(fact);
      });
  });

  describe("is not answered by what it does not ask for", () => {
    for (const [golden, said, other] of never)
      it(JSON.stringify(said), () => {
        expect(after(golden, [said])).to.not.match(other);
      });
  });

  describe("on a sum or a day is affirmed however that is written", () => {
    for (const said of right)
      it(JSON.stringify(said), () => {
        expect(after(facts, [said])).to.match(/^Yes, that(?:'s right| is correct)\./);
      });
    for (const [said, own] of wrong)
      it(`and corrected: ${JSON.stringify(said)}`, () => {
        expect(after(facts, [said]))
          .to.match(/^No\b/)
          .and.include(own);
      });
  });
});
