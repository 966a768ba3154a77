import { expect } from "chai";
import { ConfirmBeforeMetric } from "../../../../src/metrics/index.js";
import { ConversationalTestCase } from "../../../../src/test-case/index.js";
import { tokens } from "../../../../src/metrics/values/tokens.js";
import { excludedIn } from "../../../../src/metrics/trajectory/confirmation/excluded.js";
import { keyValues } from "../../../../src/metrics/trajectory/confirmation/key-values.js";
import { mispairedIn } from "../../../../src/metrics/trajectory/confirmation/mispaired.js";
import { agreedTo } from "./agreed-to.js";
import { assistant, user } from "./refund-talk.js";

describe("ConfirmBeforeMetric: what there is, and is ended or changed", () => {
  agreedTo("Your appointment on Monday is no longer possible. Shall I move it to Tuesday?", "move_appointment", [
    "passed",
    { from: "Monday", to: "Tuesday" },
  ]);
  agreedTo("Your appointment is on 5 May 2026. Shall I move it to 7 May 2026?", "move_appointment", [
    "passed",
    { from: "2026-05-05", to: "2026-05-07" },
  ]);
  agreedTo("Your Monday class was already booked. Shall I cancel Monday's class and book Friday's?", "cancel_class", [
    "passed",
    { day: "Monday" },
  ]);
  it("may be known from the user", async () => {
    const turns = [
      user("Move my appointment of Monday, please."),
      assistant("Shall I move it to Tuesday at 4 pm?"),
      user("Yes"),
      assistant("Done.", { name: "move_appointment", inputParameters: { old_day: "Monday", new_day: "Tuesday" } }),
    ];
    const testCase = new ConversationalTestCase({ turns, confirmBefore: ["move_appointment"] });
    expect((await new ConfirmBeforeMetric().measure(testCase)).verdict).to.equal("passed");
  });

  // "It" may be either: neither is wrong for sure.
  agreedTo("A-1042 cannot be changed. Shall I cancel it and place A-1050?", "cancel_order", [
    "errored",
    { order_id: "A-1042" },
  ]);
  agreedTo("Your appointment on Monday is no longer possible. Shall I cancel it and book Tuesday?", "cancel_class", [
    "errored",
    { day: "Monday" },
  ]);
  agreedTo(
    "Your card ending 1234 was declined. Shall I charge the card ending 5678?",
    "charge_card",
    ["failed", { last4: "1234" }],
    ["passed", { last4: "5678" }],
  );
  agreedTo("Dr. Kim is not available before Friday. Shall I book Friday at St. Mary Clinic?", "book_appointment", [
    "passed",
    { doctor: "Dr. Kim", day: "Friday" },
  ]);
});

describe("ConfirmBeforeMetric: amounts of a proposal", () => {
  agreedTo("Shall I refund the kettle ($40) and the toaster ($20)?", "refund_order", ["errored", { amount: 60 }]);
  agreedTo("Shall I order 3 of the $20 lamps?", "order_items", ["passed", { quantity: 3, price: 20 }]);
  agreedTo("A-1042 cost $50 and A-1060 cost $30. Shall I refund $30 for A-1042?", "refund_order", [
    "passed",
    { order_id: "A-1042", amount: 30 },
  ]);
});

it("what a proposal excludes is read in time that grows with its length", () => {
  const { values } = keyValues({ name: "book", inputParameters: { doctor: "Kim", amount: 80, day: "Monday" } });
  for (const part of [
    "Kim is away on Monday. ",
    "not ",
    "instead of the the ",
    "Kim's ",
    "$80 of the ",
    "not $80 but ",
  ]) {
    const text = `${part.repeat(Math.ceil(200_000 / part.length))} Shall I book Lee for $20 on Tuesday?`;
    const began = performance.now();
    excludedIn(values, "book", { proposal: text, answer: tokens("Yes") });
    mispairedIn(values, text);
    expect(performance.now() - began, part).to.be.below(5000);
  }
});
