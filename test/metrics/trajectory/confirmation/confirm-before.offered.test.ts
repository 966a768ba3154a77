import { agreedTo } from "./agreed-to.js";

describe("ConfirmBeforeMetric: what is named besides what is offered", () => {
  const book = "book_appointment";
  agreedTo("We have no slots on Monday. Shall I book Tuesday?", book, ["failed", { day: "Monday" }]);
  agreedTo(
    "I couldn't find anything on Monday, but I can book Tuesday. Shall I?",
    book,
    ["failed", { day: "Monday" }],
    ["passed", { day: "Tuesday" }],
  );
  agreedTo(
    "Dr. Kim doesn't work on Fridays. Shall I book Dr. Lee on Friday?",
    book,
    ["failed", { doctor: "Dr. Kim", day: "Friday" }],
    ["passed", { doctor: "Dr. Lee", day: "Friday" }],
  );
  agreedTo(
    "Dr. Kim doesn't work on Mondays. Shall I book you with her on Tuesday?",
    book,
    ["failed", { doctor: "Dr. Kim", day: "Monday" }],
    ["passed", { doctor: "Dr. Kim", day: "Tuesday" }],
  );
  agreedTo(
    "I can book a table for 4 at 7 pm on Friday. Would you like me to go ahead?",
    "book_table",
    ["failed", { party_size: 4, time: "19:00", day: "Saturday" }],
    ["failed", { party_size: 4, time: "07:00", day: "Friday" }],
    ["passed", { party_size: 4, time: "19:00", day: "Friday" }],
  );
  agreedTo(
    "Shall I book Tuesday, 5 May 2026 at 3 pm?",
    book,
    ["failed", { start: "2026-05-06T15:00" }],
    ["failed", { start: "2026-05-05T03:00" }],
    ["passed", { start: "2026-05-05T15:00" }],
  );
  agreedTo(
    "I can refund $20 of the $80 you paid. Shall I?",
    "refund_order",
    ["failed", { amount: 80 }],
    ["passed", { amount: 20 }],
  );
  agreedTo("Your refund is not $80 but $59.90. Shall I refund that?", "refund_order", ["failed", { amount: 80 }]);
  for (const words of ["won't be refunded", "is not eligible", "was already refunded"])
    agreedTo(
      `Shall I refund A-1042? A-1060 ${words}.`,
      "refund_order",
      ["failed", { order_id: "A-1060" }],
      ["passed", { order_id: "A-1042" }],
    );
  agreedTo(
    "I'd refund the following:\n- A-1042: $59.90\n- A-1070: $12.00\nA-1060 ($20) stays as it is. Shall I go ahead?",
    "refund_order",
    ["failed", { order_id: "A-1060", amount: 20 }],
    ["passed", { order_id: "A-1070", amount: 12 }],
  );
  agreedTo("Shall I refund A-1042 and skip A-1060?", "refund_order", ["failed", { order_id: "A-1060" }]);
  agreedTo("Shall I send $50 to Anna and nothing to Bob?", "send_money", ["failed", { to: "Bob", amount: 50 }]);
  agreedTo("Since order A-1042 is unavailable, shall I cancel it and order A-1043?", "cancel_order", [
    "passed",
    { order_id: "A-1042" },
  ]);
  agreedTo("A-1042 is out of stock. Shall I exchange it for A-1043?", "exchange_order", [
    "passed",
    { item: "A-1042", new_item: "A-1043" },
  ]);
  agreedTo("Shall I cancel all orders except A-1060?", "cancel_orders", ["passed", { keep: ["A-1060"] }]);
});

describe("ConfirmBeforeMetric: what is changed, and to whom what belongs", () => {
  agreedTo(
    "Shall I change your address from 1 Oak Road to 5 Elm Street?",
    "update_address",
    ["failed", { address: "1 Oak Road" }],
    ["failed", { new_address: "1 Oak Road" }],
    ["passed", { address: "5 Elm Street" }],
    ["passed", { old_address: "1 Oak Road", new_address: "5 Elm Street" }],
  );
  agreedTo("Shall I reschedule the meeting to Tuesday from 9 am to 10 am?", "reschedule_meeting", [
    "passed",
    { day: "Tuesday", time: "09:00" },
  ]);
  agreedTo(
    "Shall I transfer $50 to Anna, and $30 to Bob?",
    "transfer_money",
    ["failed", { to: "Bob", amount: 50 }],
    ["passed", { to: "Bob", amount: 30 }],
  );
  agreedTo(
    "Shall I refund A-1042 ($59.90) and A-1060 ($20)?",
    "refund_order",
    ["failed", { order_id: "A-1060", amount: 59.9 }],
    ["passed", { order_id: "A-1060", amount: 20 }],
    ["passed", { order_id: "A-1042", amount: 59.9 }],
  );
});
