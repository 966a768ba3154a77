import { expect } from "chai";
import { lineFaults } from "../../../../src/simulator/users/user-faults/line-faults.js";
import type { Turn } from "../../../../src/test-case/turn.js";
import { golden } from "../../support.js";

const buyer = golden({
  scenario: "A customer wants a refund for headphones.",
  facts: {
    order_id: "A-1042",
    amount: 59.9,
    email: "kim@example.com",
    first_name: "Kim",
    date: "2024-05-17",
    passengers: 2,
  },
  unknown: ["serial number", "zip code", "card number", "password", "date of birth", "PIN"],
});
const payer = golden({
  scenario: "A customer wants to transfer money.",
  facts: { "account number": "NL-100", "landlord account": "NL-200", amount: 50 },
  unknown: ["pin"],
});
type Golden = typeof buyer;
const faults = (of: Golden, say: string, heard?: string) => {
  const turns: Turn[] = heard === undefined ? [] : [{ role: "assistant", content: heard }];
  return lineFaults({ golden: of, turns, say });
};

describe("what a user says of its facts and they are not", () => {
  for (const [of, say, value] of [
    [buyer, "The date is 2024-05-18.", "2024-05-18"],
    [buyer, "The date is May 18.", "May 18"],
    [buyer, "I fly on May 18", "May 18"],
    [buyer, "We are 3 passengers", "3"],
    [buyer, "There are three of us.", "3"],
    [buyer, "My order number is 9", "9"],
    [buyer, "My order number is A-104", "A-104"],
    [buyer, "It's A-104.", "A-104"],
    [buyer, "I'm Tim.", "Tim"],
    [buyer, "Hi, I'm Tim and I want a refund.", "Tim"],
    [payer, "I want to transfer 75 from NL-100 to NL-200", "75"],
    [payer, "Please send 75.", "75"],
    // What its golden has it not know.
    [buyer, "My card ends in 4242", "4242"],
    [buyer, "The zip is 12", "12"],
    [buyer, "my password is hunter2", "hunter2"],
    [buyer, "My birthday is May 3rd", "May 3"],
    [buyer, "I was born on May 3rd", "May 3"],
    [buyer, "PIN 4321", "4321"],
    [payer, "My PIN: 4321", "4321"],
  ] as const)
    it(`is invented: ${say}`, () => {
      const [fault, ...more] = faults(of, say);
      expect(fault?.kind).to.equal("invented_fact");
      expect(fault?.detail).to.include(`"${value}"`);
      expect(more).to.deep.equal([]);
    });

  for (const [of, say, heard] of [
    [buyer, "My order number is 1042"],
    [buyer, "My order is A1042, the date is May 17th."],
    [buyer, "One day later, on May 18, please."],
    [buyer, "There are two of us."],
    [buyer, "My order number is A-1043.", "Is it A-1043?"],
    [buyer, "The amount is about 60"],
    [buyer, "My zip code is on the envelope"],
    [buyer, "My card ends in something I can't read"],
    [buyer, "My room number is 12, and my flight leaves at 7 pm."],
    [buyer, "I'm sorry."],
    [buyer, "I'm American."],
    [buyer, "I'm Kim."],
    [payer, "I want to transfer 50 to NL-200"],
    [payer, "Send 50 to my landlord on the 1st"],
    [payer, "I'd like to pay 2 bills, and send 3 of them by post."],
  ] as const)
    it(`is none: ${say}`, () => expect(faults(of, say, heard)).to.deep.equal([]));
});

describe("what a user denies", () => {
  const asked = "What is your account number?";
  const proposal = "Shall I transfer 50 from NL-100 to NL-200?";
  for (const [say, heard] of [
    ["I don't know my account number.", asked],
    ["Sorry, I don't remember my account number", "Hello."],
    ["I don't know.", asked],
    ["No.", proposal],
    ["No, don't.", proposal],
    ["No thanks.", proposal],
    ["No, please don't do that.", proposal],
  ] as const)
    it(`is its own fact or wish: ${say}`, () => {
      expect(faults(payer, say, heard).map(({ kind }) => kind)).to.deep.equal(["denial"]);
    });

  for (const [say, heard] of [
    ["I don't know my pin.", "What is your PIN?"],
    ["I don't know.", "What is your PIN?"],
    ["I don't have any other account number.", asked],
    ["I don't know my account number by heart, but here it is: NL-100", asked],
    ["I don't know why.", asked],
    ["No.", "Shall I close your account?"],
    ["No.", "Shall I transfer 60 from NL-100 to NL-200?"],
    ["No, the amount is 50.", "Shall I transfer 60 from NL-100 to NL-200?"],
    ["No.", "Do you have another question?"],
  ] as const)
    it(`is nothing of them: ${say} (${heard})`, () => expect(faults(payer, say, heard)).to.deep.equal([]));

  it("may be what its golden has it deny", () => {
    const declines = golden({ ...payer, confirms: false });
    expect(faults(declines, "No.", proposal)).to.deep.equal([]);
    const forgets = golden({ ...payer, scenario: "A customer forgot the account number and wants to transfer money." });
    expect(faults(forgets, "I don't know my account number.", asked)).to.deep.equal([]);
    const wary = golden({ ...payer, scenario: "A customer wants to transfer money, but only if it is free." });
    expect(faults(wary, "No.", proposal)).to.deep.equal([]);
  });
});

describe("a user that takes the agent's part", () => {
  for (const say of [
    "Sure, I can help you with that. What is your account number?",
    "What is your order number?",
    "I'll check that for you, one moment.",
    "I have transferred the money for you. Your reference number is below.",
  ])
    it(`speaks so: ${say}`, () => {
      expect(faults(payer, say, "What?").map(({ kind }) => kind)).to.deep.equal(["role_flip"]);
    });
  for (const [say, heard] of [
    ["Let me check that for you.", "Could you check the number on your card?"],
    ["I'll check that.", "What?"],
    ["I have waited 20 minutes for you to answer!", "Hello."],
    ["Can you help me with that?", "Hello."],
    ["What is your email address?", "Write to us."],
  ] as const)
    it(`does not: ${say}`, () => expect(faults(payer, say, heard)).to.deep.equal([]));
});

describe("a user whose agent says nothing", () => {
  const say = "I would like a refund for my headphones, please.";
  const after = (...replies: readonly string[]): Turn[] =>
    replies.flatMap((content): Turn[] => [
      { role: "user", content: say },
      { role: "assistant", content },
    ]);
  for (const silence of ["", "   ", "...", "…", "🙂"])
    it(`may ask again, however often: ${JSON.stringify(silence)}`, () => {
      expect(lineFaults({ golden: buyer, turns: after(silence, silence), say })).to.deep.equal([]);
    });
  it("repeats itself where the agent spoke, or was not given its turn", () => {
    for (const turns of [after("Hello."), [{ role: "user", content: say }] satisfies Turn[]])
      expect(lineFaults({ golden: buyer, turns, say }).map(({ kind }) => kind)).to.deep.equal(["repetition"]);
  });
});
