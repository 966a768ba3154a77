import { agreedTo } from "./agreed-to.js";

const book = "book_appointment";
const move = "move_appointment";

describe("ConfirmBeforeMetric: the time of day", () => {
  agreedTo("Shall I book it at 3 pm?", book, ["failed", { time: "03:00" }], ["passed", { time: "15:00" }]);
  agreedTo("Shall I book it at 3 am?", book, ["failed", { time: "15:00" }], ["passed", { time: "03:00" }]);
  agreedTo("Shall I book it at 12 pm?", book, ["failed", { time: "00:00" }], ["passed", { time: "12:00" }]);
  agreedTo("Shall I book it at 12 am?", book, ["failed", { time: "12:00" }], ["passed", { time: "00:00" }]);
  // Whether "3:30" is of a clock of 24 hours nobody knows.
  agreedTo(
    "Shall I book it at 3:30 p.m.?",
    book,
    ["failed", { time: "03:30" }],
    ["errored", { time: "3:30" }],
    ["passed", { time: "15:30" }],
    ["passed", { time: "3:30 PM" }],
  );
  agreedTo("Shall I book it at 3:30?", book, ["errored", { time: "15:30" }], ["failed", { time: "16:30" }]);
  agreedTo("Shall I book an hour from 3 pm?", book, ["errored", { start: "15:00", end: "16:00" }]);
});

describe("ConfirmBeforeMetric: the day of the week", () => {
  agreedTo(
    "Shall I book Tuesday?",
    book,
    ["failed", { day: "Wednesday" }],
    ["passed", { day: "Tuesday" }],
    ["passed", { day: "Tue" }],
    // 6 May 2026 is a Wednesday; which Tuesday is meant nobody said.
    ["failed", { date: "2026-05-06" }],
    ["errored", { date: "2026-05-05" }],
  );
  agreedTo("Shall I book the day after Tuesday?", book, ["errored", { day: "Wednesday" }]);
  agreedTo("Shall I book any day but Tuesday?", book, ["errored", { day: "Wednesday" }]);
});

describe("ConfirmBeforeMetric: from and to of numbers and days", () => {
  agreedTo(
    "Shall I transfer $50 from account 111 to account 222?",
    "transfer_money",
    ["failed", { from: "222", to: "111", amount: 50 }],
    ["failed", { from_account: 222, to_account: 111, amount: 50 }],
    ["failed", { source: "222", destination: "111" }],
    ["failed", { source_account_id: "222", destination_account_id: "111" }],
    ["passed", { from: "111", to: "222", amount: 50 }],
  );
  agreedTo(
    "Shall I move your appointment from Tuesday to Friday?",
    move,
    ["failed", { from: "Friday", to: "Tuesday" }],
    ["failed", { old_day: "Friday", new_day: "Tuesday" }],
    ["passed", { old_day: "Tuesday", new_day: "Friday" }],
  );
  agreedTo(
    "Shall I move your appointment from 18 May 2026 to 20 May 2026?",
    move,
    ["failed", { from: "2026-05-20", to: "2026-05-18" }],
    ["failed", { old_date: "2026-05-20", new_date: "2026-05-18" }],
    ["failed", { start: "2026-05-20", end: "2026-05-18" }],
    ["passed", { from: "2026-05-18", to: "2026-05-20" }],
    ["passed", { start: "2026-05-20" }],
  );
  agreedTo(
    "Shall I change the quantity from 2 to 5?",
    "change_quantity",
    ["failed", { new_quantity: 2 }],
    ["passed", { old_quantity: 2, new_quantity: 5 }],
  );
});
