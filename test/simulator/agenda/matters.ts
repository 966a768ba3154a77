import { goldenOf } from "./talk.js";

// What users of the tests want.

export const refund = goldenOf({
  scenario: "A customer wants a refund for headphones that broke.",
  opening: "Hi, my headphones broke. I want a refund for order A-1042.",
  facts: {
    order_id: "A-1042",
    email: "kim@example.com",
    amount: "$59.90",
    payment_method: "Visa ending 4242",
    full_name: "Kim Lee",
    phone: "555-0199",
  },
});
export const bank = goldenOf({
  scenario: "A customer sends money to a friend.",
  opening: "Transfer $200 to Bob Stone.",
  facts: { amount: "$200", recipient: "Bob Stone", iban: "DE89370400440532013000" },
});
export const flight = goldenOf({
  scenario: "A passenger wants to fly on another day.",
  opening: "I need to change my flight.",
  goals: ["Change my flight EHGLP3 to May 20.", "Add one checked bag."],
  facts: { reservation: "EHGLP3", new_date: "2026-05-20", old_date: "2026-05-15", payment_method: "Visa ending 4242" },
});
export const doctor = goldenOf({ opening: "I'd like an appointment.", facts: { preferred_time: "Tuesday morning" } });
export const pizza = goldenOf({ opening: "I'd like to order a large pizza.", facts: { address: "5 Elm St" } });
export const locked = goldenOf({
  opening: "I forgot my password and can't log in.",
  facts: { email: "kim@example.com" },
});
export const gym = goldenOf({ opening: "I want to cancel my gym membership.", facts: { member_id: "M-77" } });
export const swap = goldenOf({
  opening: "My shoes are too small. I'd like to exchange them for size 9.",
  facts: { size: 9 },
});
export const broken = goldenOf({ opening: "My kettle arrived damaged." });
export const unwilling = goldenOf({ opening: "My kettle broke. I want my money back, and no store credit." });
export const lost = goldenOf({ opening: "Where is my parcel?", facts: { order_id: "A-1042" } });

export type Matter = ReturnType<typeof goldenOf>;
export const named = ({ opening }: Matter, said: string): string => `${JSON.stringify(said)} to “${String(opening)}”`;
