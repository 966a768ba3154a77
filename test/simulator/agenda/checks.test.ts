import { expect } from "chai";
import fc from "fast-check";
import { after, goldenOf, talk } from "./talk.js";

const refund = goldenOf({
  scenario: "A customer wants a refund for headphones.",
  opening: "Hi, my headphones broke and I want a refund.",
  facts: {
    order_id: "A-1042",
    email: "kim@example.com",
    phone: "555-0199",
    full_name: "Kim Lee",
    address: "12 Oak Street, Springfield",
    refund_amount: 59.9,
    is_member: true,
    has_insurance: false,
    bags: 2,
  },
  unknown: ["serial number"],
  expectedOutcome: "The order is refunded.",
});

const yes = /^(?:Yes\b|Correct\.|That's right|That is)/;
const right = /^Yes, that(?:'s right| is correct)\.$/;
const unsure = /^(?!.*\byes\b).*\bdon't know\b/i;
const consent = /^Yes\b(?!.*(?:right|correct))/;
const unwanted = /^No, (?:I don't want that|that's not what I'm here for)\. My headphones broke and I want a refund\.$/;
const corrected = (...values: readonly string[]): RegExp =>
  new RegExp(`^No\\b${values.map((value) => `(?=.*${value.replace(/[.$]/g, "\\$&")})`).join("")}`);

const rows: Record<string, readonly (readonly [said: string, answer: RegExp])[]> = {
  "affirms what its facts say": [
    ["Is your order number A-1042?", right],
    ["Just to confirm, you're Kim Lee?", right],
    ["Am I speaking with Kim?", right],
    ["Your address is 12 Oak Street, right?", right],
    ["Your current address is 12 Oak Street, correct?", right],
    ["You live in Springfield, correct?", right],
    ["And your order number is A-1042 and your email kim@example.com, right?", right],
    ["- Order: A-1042\n- Email: kim@example.com\n\nIs everything correct?", right],
    ["Your phone ends in 0199, correct?", right],
    ["You're a member, correct?", /^Yes\.$/],
    ["You have insurance, right?", /^No\.$/],
    ["You are not a member, correct?", /^No\.$/],
    ["For 2 bags, right?", right],
  ],
  "corrects what contradicts them, all of it": [
    ["Your order number is B-9999, correct?", corrected("A-1042")],
    ["Your order A-1042 and email kim@example.org, correct?", corrected("kim@example.com")],
    ["So your order number is A-1042 and your email is bob@x.com, right?", corrected("kim@example.com")],
    [
      "Your order is A-1042, your phone 555-0100 and your email kim@example.org. Is that correct?",
      corrected("555-0199", "kim@example.com"),
    ],
    ["- Order: A-1043\n- Email: kim@example.com\n\nIs everything correct?", corrected("A-1042")],
    ["Is kim@example.com the email on order A-1043?", corrected("A-1042")],
    ["Is A-1042 your email?", corrected("kim@example.com")],
    ["Your phone ends in 0100, correct?", corrected("555-0199")],
    ["You live in Berlin, correct?", corrected("12 Oak Street, Springfield")],
    ["Am I speaking with Bob?", corrected("Kim Lee")],
    ["Can I confirm your name is Bob?", corrected("Kim Lee")],
    ["Please confirm you are Bob Smith.", corrected("Kim Lee")],
    ["Please confirm your address: 99 Elm Road.", corrected("12 Oak Street")],
    ["For 3 bags, right?", corrected("2")],
    ["A-1043?", corrected("A-1042")],
  ],
  "does not know what they do not give": [
    ["You are over 18, correct?", unsure],
    ["You are from Spain, aren't you?", unsure],
    ["You ordered a toaster, correct?", unsure],
    ["Your card ends in 1234, correct?", /don't know my card/],
    ["Is your serial number B-20?", /don't know my serial number/],
    ["Is your date of birth 1990-01-01?", unsure],
    ["The item arrived unopened. Is that correct?", unsure],
    ["You agree that the item was damaged by you, right?", unsure],
    ["Is that correct?", unsure],
    ["Your order is A-1042 and it was delivered on Monday, correct?", /A-1042\. .*don't know the rest\.$/],
    ["Your order number isn't A-1042, is it?", /^(?!Yes|No).*A-1042/],
  ],
  "agrees to what is about its own facts": [
    ["Shall I refund order A-1042?", consent],
    ["Shall I refund $59.90 to you?", consent],
    ["I will refund $59.90 for order A-1042. Is that correct?", consent],
    ["Please confirm: order A-1042, $59.90. Yes or no?", consent],
    ["Order A-1043 was delivered yesterday. Shall I refund order A-1042?", consent],
    ["Shall I send it to 12 Oak Street?", consent],
    ["Shall I forward this to our team at team@shop.com?", consent],
    ["You want a refund for the headphones, correct?", consent],
    ["Your replacement order number is B-77. Shall I proceed?", consent],
    ["Do you agree to the terms?", consent],
  ],
  "agrees to nothing on what contradicts them": [
    ["Shall I refund order A-9999?", corrected("A-1042")],
    ["Do you want me to cancel order A-9999?", corrected("A-1042")],
    ["I found order A-1043 for kim@example.com. Should I go ahead with the refund?", corrected("A-1042")],
    ["I see your order number is A-1043 and the phone is 555-0000. Shall I proceed?", corrected("A-1042", "555-0199")],
    ["Please confirm: order A-1043, $59.90. Yes or no?", corrected("A-1042")],
    ["I will refund $59.90 for order A-1043. Is that correct?", corrected("A-1042")],
    ["I can refund order A-1043.", corrected("A-1042")],
    ["Shall I send the confirmation to bob@evil.com?", corrected("kim@example.com")],
    ["I'll email bob@evil.com, is that ok?", corrected("kim@example.com")],
    ["Shall I send the label to 99 Elm Road?", corrected("12 Oak Street")],
    ["Shall I refund $80.00?", corrected("59.9")],
    ["So you want me to refund $80, right?", corrected("59.9")],
    ["Shall I refund 3 bags?", corrected("2")],
  ],
  "agrees to nothing beside its matter": [
    ["Shall I charge your card $500?", unwanted],
    ["Would you like to pay $500 with card ending 1234?", unwanted],
    ["Shall I delete your account?", unwanted],
    ["Do you want me to cancel your account instead?", unwanted],
    ["Do you want me to delete all your data?", unwanted],
    ["I can close your account.", unwanted],
    ["Do you want to buy a warranty for $20?", unwanted],
    ["Would you like to upgrade to premium for $99/month?", unwanted],
    ["Shall I not refund the order?", unwanted],
  ],
};

describe("an AgendaUser that is asked whether something is so", () => {
  for (const [what, cases] of Object.entries(rows)) {
    describe(what, () => {
      for (const [said, answer] of cases) {
        it(JSON.stringify(said), () => {
          expect(after(refund, [said])).to.match(answer);
        });
      }
    });
  }

  it("takes a value that it knows for a right one wherever something is to be done", () => {
    const golden = goldenOf({
      scenario: "I want to change the shipping address of my order.",
      facts: { order_id: "#W2378156", address: "12 Oak Street", new_address: "5 Main St" },
    });
    expect(after(golden, ["Shall I change the address of order #W2378156 to 5 Main St?"])).to.match(consent);
    expect(after(golden, ["Shall I change the address of order #W2378157 to 5 Main St?"])).to.match(
      corrected("#W2378156"),
    );
    expect(after(golden, ["Your new address is 12 Oak Street, correct?"])).to.match(corrected("5 Main St"));
  });

  it("agrees to no other day or card than its own", () => {
    const flight = goldenOf({
      scenario: "I want to change my flight to May 20.",
      facts: { reservation_id: "NM1VX1", payment_id: "credit_card_9981", new_date: "May 20" },
    });
    for (const [said, answer] of [
      ["You want to change reservation NM1VX1 to May 20, is that right?", consent],
      ["You want to change reservation NM1VX1 to May 21, is that right?", corrected("May 20")],
      ["Shall I move it to 2026-05-20?", consent],
      ["Shall I move it to the 21st of May?", corrected("May 20")],
      ["Shall I charge $120 to your card ending in 9981?", consent],
      ["Shall I charge $120 to your card ending in 1111?", corrected("credit_card_9981")],
      ["Please confirm (yes/no) that you would like to change reservation NM1VX1.", consent],
      ["Shall I book flight HAT170 for reservation NM1VX1?", consent],
    ] as const) {
      expect(after(flight, [said]), said).to.match(answer);
    }
  });

  it("agrees to charges and endings that are its matter", () => {
    const laptop = goldenOf({ scenario: "A customer wants a laptop.", opening: "I need a laptop under $1000." });
    const gym = goldenOf({ scenario: "A customer wants to cancel the gym membership and close the account." });
    expect(after(laptop, ["Would you like to buy this one for $900?"])).to.match(consent);
    expect(after(laptop, ["Shall I charge your card $900?"])).to.match(consent);
    expect(after(gym, ["Shall I close your account?"])).to.match(consent);
  });

  it("never affirms a statement of which any part is wrong, nor leaves it uncorrected", () => {
    const facts = [
      ["order number", "A-1042", "A-1043"],
      ["email", "kim@example.com", "kim@example.org"],
      ["phone number", "555-0199", "555-0100"],
      ["name", "Kim Lee", "Bob Smith"],
    ] as const;
    const stated = fc
      .shuffledSubarray([...facts], { minLength: 1 })
      .chain((all) => fc.tuple(...all.map((fact) => fc.tuple(fc.constant(fact), fc.boolean()))));
    const frames = fc.constantFrom<(all: string) => string>(
      (all) => `So ${all}, correct?`,
      (all) => `Just to check: ${all}. Is that right?`,
      (all) => `Please confirm that ${all}.`,
      (all) => `I see that ${all}. Shall I refund it?`,
    );
    fc.assert(
      fc.property(stated, frames, fc.nat(99), (all, frame, seed) => {
        const text = frame(all.map(([[name, own, other], so]) => `your ${name} is ${so ? own : other}`).join(" and "));
        const answer = after(refund, [text], { seed });
        const wrong = all.filter(([, so]) => !so);
        if (wrong.length === 0) expect(answer, text).to.match(yes);
        else expect(answer, text).to.match(corrected(...wrong.map(([[, own]]) => own)));
      }),
      { numRuns: 150 },
    );
  });
});

describe("the goal of an AgendaUser", () => {
  const untouched: readonly string[] = [
    "I have refunded order A-1043.",
    "I have refunded order B-9999 to bob@evil.com.",
    "I've sent a confirmation to bob@evil.com and refunded your order.",
    "I have refunded $20 to you.",
    "Done! Order A-1043 has been refunded. Anything else?",
    "Your account has been deleted.",
  ];
  for (const report of untouched) {
    it(`is not reached by ${JSON.stringify(report)}`, () => {
      const { said, end } = talk(refund, () => report);
      expect(said).to.have.length.above(2);
      expect(end).to.match(/^no progress in 3 turns/);
    });
  }

  const reached: readonly string[] = [
    "I have refunded order A-1042.",
    "The refund of $59.90 has been issued. Anything else?",
    "I have refunded order A-1042; order A-1043 stays as it is.",
  ];
  for (const report of reached) {
    it(`is reached by ${JSON.stringify(report)}`, () => {
      expect(talk(refund, () => report).end).to.equal("the goal was reached");
    });
  }

  it("that waits for a pattern which never ends names the field and what to do", () => {
    const golden = goldenOf({ goals: ["Refund it.", { say: "And then?", done: { says: "^(a+)+$" } }] });
    const agent = (_: string, n: number): string => (n === 0 ? "I have refunded it." : `${"a".repeat(40)}!`);
    expect(() => talk(golden, agent)).to.throw(
      /^goals\[1\]\.done\.says .*\^\(a\+\)\+\$.*more than a second.*without nested repetition/,
    );
  });
});
