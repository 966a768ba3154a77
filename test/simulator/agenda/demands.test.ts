import { expect } from "chai";
import { agendaOf } from "../../../src/simulator/users/agenda/agenda.js";
import type { Demand } from "../../../src/simulator/users/agenda/demands.js";
import { read } from "../../../src/simulator/users/agenda/reading.js";
import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import { goldenOf } from "./talk.js";

/** What a reply asks for, in short: facts by their key, what is not known as "?label". */
function asked(reply: string, golden: Partial<ConversationalGoldenInput>): string {
  return read(reply, agendaOf(goldenOf(golden)))
    .demands.map((demand) => short(demand))
    .join(", ");
}

function short(demand: Demand): string {
  switch (demand.kind) {
    case "fact":
      return demand.slot.name;
    case "unknown":
      return `?${demand.label ?? ""}`;
    case "check":
      return `${demand.slot.name}${demand.right ? " is right" : " is wrong"}`;
    case "confirm":
    case "said":
    case "unwanted":
    case "wish":
      return demand.kind;
  }
}

const facts = {
  order_id: "A-1042",
  email: "kim@example.com",
  fullName: "Kim Lee",
  "purchase-date": "May 3",
  item_color: "red",
  has_receipt: true,
};
const opening = "Hi, my kettle broke. I want a refund.";
const golden = { opening, facts, unknown: ["serial number"] };

const oneFact: readonly (readonly [reply: string, asked: string])[] = [
  ["Could you give me your order number, please?", "order_id"],
  ["What’s your order ID?", "order_id"],
  ["WHAT IS YOUR ORDER NUMBER", "order_id"],
  ["thanks whats your order number", "order_id"],
  ["Please provide your order_id.", "order_id"],
  ["Please provide your orderId.", "order_id"],
  ["I can't look it up without your order number.", "order_id"],
  ["Which order is this about?", "order_id"],
  ["Order no. please", "order_id"],
  ["could you please confirm your order number", "order_id"],
  ["Who am I speaking with?", "fullName"],
  ["Could I get your first and last name?", "fullName"],
  ["When did you buy it?", "purchase-date"],
  ["What was the date of purchase?", "purchase-date"],
  ["What color is it?", "item_color"],
  ["Do you have the receipt?", "has_receipt"],
  ["Which email address did you order with?", "email"],
  ["Would you mind giving me your e-mail?", "email"],
  ["I'd be happy to help. May I have your email so that I can look you up?", "email"],
  ["What's the email address on your account?", "email"],
];

const several: readonly (readonly [reply: string, asked: string])[] = [
  ["I need your order number and the email address on the account.", "order_id, email"],
  ["What are your name, order number and e-mail?", "fullName, order_id, email"],
  [
    "To continue I need the following:\n- **Order number**\n- _Email address_\n- Serial number",
    "order_id, email, ?serial number",
  ],
  ["Please share:\n1. Your full name\n2) Date of purchase", "fullName, purchase-date"],
  ["Please send me 1) your order number 2) your email.", "order_id, email"],
  ["Could you tell me your order or tracking number?", "order_id"],
  ["What's your shoe size, and which order is it?", "?shoe size, order_id"],
];

const notKnown: readonly (readonly [reply: string, asked: string])[] = [
  ["What is the serial number on the back?", "?serial number"],
  ["What's your postal address?", "?my postal address"],
  ["What is your membership tier?", "?membership tier"],
  ["Please enter your zip code.", "?zip code"],
  ["What is your phone model?", "?phone model"],
  ["What's the company name?", "?company name"],
  ["What is the name of your first pet?", "?name of my first pet"],
  ["How many bags do you have?", "?"],
  ["Is the item unopened?", "?"],
  ["What are the last 4 digits of it?", "?"],
];

const agreement: readonly (readonly [reply: string, asked: string])[] = [
  ["Shall I go ahead?", "confirm"],
  ["Shall I go ahead, and what is your email?", "confirm, email"],
  ["What's your email? And do you want me to refund it?", "email, confirm"],
  ["Would you like me to send the confirmation to your email address?", "confirm"],
  ["May I cancel the order?", "confirm"],
  ["Please confirm the cancellation.", "confirm"],
  ["I would refund $59.90. Is that okay?", "confirm"],
  ["Please reply with YES to confirm.", "confirm"],
  ["Let me know if you'd like me to proceed.", "confirm"],
  ["If you confirm, I will refund it.", "confirm"],
  ["Would you like a refund or a voucher?", "wish"],
  ["Why do you want to return it?", "wish"],
];

const checks: readonly (readonly [reply: string, asked: string])[] = [
  ["Can you confirm your order number, A-1042?", "order_id is right"],
  ["Is a-1042 the right order?", "order_id is right"],
  ["Is your order number B-2000?", "order_id is wrong"],
  ["Is your name Max?", "fullName is wrong"],
  ["Please confirm that your email is max@example.com.", "email is wrong"],
];

const nothing: readonly string[] = [
  "One moment please, while I check your order number.",
  "Thank you for your order number.",
  "Please check your email for the confirmation.",
  "I have found your order A-1042.",
  "How can I help you with your order today?",
  "Is there anything else about your order?",
  "Let me verify your account.",
  "",
];

describe("what a reply asks of an AgendaUser", () => {
  const groups = { "one fact": oneFact, "several at once": several, "what it can't know": notKnown, agreement, checks };
  for (const [name, rows] of Object.entries(groups)) {
    describe(name, () => {
      for (const [reply, expected] of rows) {
        it(JSON.stringify(reply), () => {
          expect(asked(reply, golden)).to.equal(expected.replace("?my ", "?"));
        });
      }
    });
  }

  it("is nothing where it only mentions facts", () => {
    for (const reply of nothing) expect(asked(reply, golden), reply).to.equal("");
  });

  it("never takes an email address for an address, nor the other way round", () => {
    expect(asked("What is your email address?", { facts: { address: "1 Main St" } })).to.equal("?email address");
    expect(asked("What is your address?", { facts: { email: "kim@example.com" } })).to.equal("?address");
    const both = { facts: { address: "1 Main St", email: "kim@example.com" } };
    expect(asked("What is your email address?", both)).to.equal("email");
    expect(asked("Your address and your email address, please.", both)).to.equal("address, email");
  });

  it("tells facts with overlapping names apart", () => {
    const overlapping = { facts: { phone: "555", phone_model: "X1", order_id: "A-1", return_order_id: "R-2" } };
    expect(asked("Which phone model is it?", overlapping)).to.equal("phone_model");
    expect(asked("What's your phone number?", overlapping)).to.equal("phone");
    expect(asked("And the return order id?", overlapping)).to.equal("return_order_id");
    expect(asked("What is the order ID?", overlapping)).to.equal("order_id");
    expect(asked("What are the nonfree bags?", { facts: { total_bags: 2 } })).to.equal("?nonfree bags");
  });

  it("takes the names that the golden gives before all others", () => {
    const named = {
      facts: { claim: { value: "C-7", aliases: ["order number", "what's on the label"] }, order_id: "A-1" },
    };
    expect(asked("Your order number, please.", named)).to.equal("claim");
    expect(asked("Can you tell me what’s on the label?", named)).to.equal("claim");
    expect(asked("Your order ID?", named)).to.equal("order_id");
  });

  it("lets kinds and parts answer for what the golden does not give", () => {
    expect(asked("What's your name?", { facts: { first_name: "Kim", last_name: "Lee" } })).to.equal(
      "first_name, last_name",
    );
    expect(asked("What's your address?", { facts: { billing_address: "1 Main St" } })).to.equal("billing_address");
    expect(asked("What's your shipping address?", { facts: { billing_address: "1 Main St" } })).to.equal(
      "?shipping address",
    );
  });

  it("takes the reason from the facts, else from what the user wants", () => {
    expect(asked("What happened?", { opening, facts: { reason: "it fell" } })).to.equal("reason");
    expect(asked("What happened?", { opening })).to.equal("");
    expect(asked("Why?", { opening })).to.equal("wish");
  });

  it("takes a choice from the facts", () => {
    const trip = { facts: { flight_type: "one way" } };
    expect(asked("Would you like a one-way or a round-trip ticket?", trip)).to.equal("flight_type");
    expect(asked("Is it one way or round trip?", trip)).to.equal("flight_type");
  });
});
