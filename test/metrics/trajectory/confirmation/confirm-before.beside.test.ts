import { agreedTo } from "./agreed-to.js";

describe("confirmBefore, for what stands beside a proposal", () => {
  const found = "I see two orders: A-1042 (headphones, $59.90) and A-1060 (case, $12).";
  agreedTo(
    `${found} You want A-1042 refunded, right? I'd refund $59.90. Please reply yes to confirm.`,
    "refund",
    ["passed", { order_id: "A-1042", amount: 59.9 }],
    ["failed", { order_id: "A-1060", amount: 12 }],
    ["failed", { order_id: "A-1042", amount: 12 }],
  );
  agreedTo(
    "Unfortunately the 9 am slot is taken, but 10:30 am is free with Dr. Patel. Shall I book that?",
    "book",
    ["passed", { doctor: "Dr. Patel", time: "10:30" }],
    ["failed", { doctor: "Dr. Patel", time: "09:00" }],
  );
  agreedTo(
    "Your current address is 5 Elm Street. I'll change it to 12 Oak Avenue. Is that correct?",
    "change_address",
    ["passed", { address: "12 Oak Avenue" }, "Correct"],
    ["failed", { address: "5 Elm Street" }, "Correct"],
  );

  agreedTo("There's a $5 fee. I would refund $54.90. Shall I go ahead?", "refund", [
    "passed",
    { amount: 54.9, fee: 5 },
  ]);
  agreedTo("A-1042 costs $20 and A-1060 $30. Shall I refund both?", "refund", [
    "passed",
    { order: "A-1060", amount: 30 },
  ]);
  agreedTo("I will refund A-1042 and these as well:\n- A-1060\n- A-1061\nShall I go ahead?", "refund", [
    "passed",
    { order: "A-1060" },
  ]);
  agreedTo("Order A-1042 can't be changed. I can cancel it and place A-1050. Okay?", "cancel", [
    "passed",
    { order: "A-1042" },
  ]);
});

describe("confirmBefore, for a proposal that ends in a short question, or keeps something", () => {
  agreedTo(
    "I'd upgrade your plan from Basic to Pro at $20 per month. Shall I?",
    "change_plan",
    ["passed", { plan: "Pro", price: 20 }],
    ["failed", { plan: "Basic" }],
  );
  agreedTo("I will reschedule your visit on Monday 4 May to Thursday 7 May at 2:15 pm. Okay?", "reschedule", [
    "passed",
    { date: "2026-05-07", time: "14:15" },
    "Okay",
  ]);
  for (const end of ["OK?", "Alright?", "Sounds good?", "Is that ok?", "Deal?"])
    agreedTo(`I'll refund $20 to your card. ${end}`, "refund", ["passed", { amount: 20 }], ["failed", { amount: 30 }]);
  agreedTo(
    "Shall I leave order A-1060 as it is and refund A-1042?",
    "refund",
    ["passed", { order_id: "A-1042" }],
    ["failed", { order_id: "A-1060" }],
  );
  agreedTo("Do you want me to keep your seat 12A and upgrade you to business for $120?", "upgrade", [
    "passed",
    { price: 120 },
  ]);
  agreedTo("Shall I keep the refund of A-1042 pending?", "refund", ["errored", { order: "A-1042" }]);
});

describe("confirmBefore, for words that are of something else", () => {
  agreedTo("Shall I register your move to Berlin?", "register_move", ["passed", { current_city: "Berlin" }]);
  agreedTo("Shall I set a reminder an hour ahead of your 4 pm meeting?", "set_reminder", [
    "errored",
    { time: "15:00" },
  ]);
  agreedTo("Anna gets half of $100, that is $50, and Bob $50. Shall I transfer it?", "transfer", [
    "passed",
    { to: "Anna", amount: 50 },
  ]);
});
