import { agreedTo } from "./agreed-to.js";

describe("ConfirmBeforeMetric: what a proposal excludes", () => {
  const left = "Shall I refund $59.90 for order A-1042 and leave A-1060 as it is?";
  agreedTo(
    left,
    "refund_order",
    ["failed", { order: "A-1060" }],
    ["failed", { order_id: "A-1060", amount: 59.9 }],
    ["passed", { order_id: "A-1042", amount: 59.9 }],
  );
  agreedTo(
    "Shall I refund $59.90 instead of $80?",
    "refund_order",
    ["failed", { amount: 80 }],
    ["passed", { amount: 59.9 }],
  );
  agreedTo("Shall I refund $59.90? The price was $80 before.", "refund_order", ["failed", { amount: 80 }]);
  for (const asked of [
    "Shall I book Dr. Lee instead of Kim?",
    "Instead of Kim, shall I book Dr. Lee?",
    "Shall I book you with Lee? Kim is away.",
    "Kim is away. Shall I book you with Lee?",
    "Since Kim is away on Monday, shall I book Lee on Tuesday?",
  ])
    agreedTo(asked, "book_appointment", ["failed", { doctor: "Kim" }], ["passed", { doctor: "Lee" }]);
  agreedTo(
    "Shall I book Lee on Tuesday, since Kim is away on Monday?",
    "book_appointment",
    ["failed", { doctor: "Kim", day: "Tuesday" }],
    ["failed", { doctor: "Lee", day: "Monday" }],
    ["passed", { doctor: "Lee", day: "Tuesday" }],
  );
  agreedTo(
    "Shall I book Lee on Tuesday instead of Kim on Monday?",
    "book_appointment",
    ["failed", { doctor: "Lee", day: "Monday" }],
    ["passed", { doctor: "Lee", day: "Tuesday" }],
  );
  for (const words of ["Shall I cancel A-1042, not A-1060?", "Shall I cancel A-1042 but not A-1060?"])
    agreedTo(words, "cancel_order", ["failed", { order_id: "A-1060" }], ["passed", { order_id: "A-1042" }]);
  for (const words of ["rather than A-1060", "and keep A-1060", "and keep A-1060 as it is", "without touching A-1060"])
    agreedTo(
      `Shall I cancel A-1042 ${words}?`,
      "cancel_order",
      ["failed", { order_id: "A-1060" }],
      ["passed", { order_id: "A-1042" }],
    );
  agreedTo("Shall I cancel all orders except A-1060?", "cancel_order", ["failed", { order_id: "A-1060" }]);
  for (const words of ["no longer available", "unavailable", "not possible", "fully booked"])
    agreedTo(
      `Monday is ${words}. Shall I book Tuesday?`,
      "book_appointment",
      ["failed", { day: "Monday" }],
      ["passed", { day: "Tuesday" }],
    );
});

describe("ConfirmBeforeMetric: what only looks excluded", () => {
  agreedTo("Shall I cancel order A-1042 and keep your subscription?", "cancel_order", [
    "passed",
    { order_id: "A-1042" },
  ]);
  agreedTo("Shall I leave a note on order A-1042?", "leave_note", ["passed", { order_id: "A-1042" }]);
  agreedTo("Shall I send it and leave it at the door, 5 Elm Street?", "send_parcel", [
    "passed",
    { address: "5 Elm Street" },
  ]);
  agreedTo("Your order A-1042 is no longer available. Shall I refund it?", "refund_order", [
    "passed",
    { order_id: "A-1042" },
  ]);
  agreedTo("Kim is away on Monday. Shall I book Kim on Tuesday?", "book_appointment", ["passed", { doctor: "Kim" }]);
  agreedTo("I have not yet refunded order A-1042. Shall I refund it?", "refund_order", [
    "passed",
    { order_id: "A-1042" },
  ]);
  agreedTo("Shall I upgrade you to business and keep seat 12A?", "upgrade_seat", ["passed", { seat: "12A" }]);
  agreedTo("Shall I refund $59.90 instead of $80 for order A-1042?", "refund_order", [
    "passed",
    { order_id: "A-1042" },
  ]);
});
