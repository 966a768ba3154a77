import { expect } from "chai";
import fc from "fast-check";
import { lineFaults } from "../../../../src/simulator/users/user-faults/line-faults.js";
import type { Turn } from "../../../../src/test-case/turn.js";
import { golden } from "../../support.js";

const given = golden({
  scenario: "A customer wants a refund for a GoPro Hero11 that broke in March 2023.",
  persona: { name: "Kim Lee", characteristics: "Terse." },
  facts: {
    order_id: "A-1042",
    email: "kim@example.com",
    amount: 59.9,
    delivery_date: "2024-05-03",
    phone: "+1 555-010-1999",
    card_last_four: 4242,
    city: "Paris",
  },
  unknown: ["serial number"],
});
const faults = (say: string, turns: readonly Turn[] = []) => lineFaults({ golden: given, turns, say });
const kinds = (say: string, turns: readonly Turn[] = []) => faults(say, turns).map(({ kind }) => kind);

describe("facts that a user says and has", () => {
  for (const say of [
    "It's A-1042.",
    "order A 1042",
    "My email is kim@example.com and the total was $59.90, delivered May 3rd.",
    "My phone is 555 010 1999.",
    "It ends in 4242.",
    "I'm Kim.",
    "This is Kim Lee.",
    "I bought it on 5/3/2024 at 5pm, 10:30 at the latest.",
    "I bought it 3 days ago and waited 24/7 for it, my iPhone14 says 5G.",
    "My serial number is missing.",
    "My serial number is not on the box.",
    "I'm German and I'm Sorry.",
    "I need it for a 4x4, in B2C.",
    "I have 2 bags, 2 hours, and I am 100% sure.",
    "My city is Paris.",
    "Around 59,90 € I think.",
    "About $60.",
    "It broke in 2023.",
    "It's the Hero11.",
    "One day later, on May 4, please. And my date of birth is May 3.",
  ]) {
    it(say, () => expect(faults(say)).to.deep.equal([]));
  }
});

describe("facts that a user invents", () => {
  for (const [say, stated] of [
    ["It's A-1043.", 'number or code "A-1043"'],
    ["My serial number is SN-99887.", 'number or code "SN-99887"'],
    ["My serial number is 7.", 'serial number "7"'],
    ["My mail is Bob@x.org", 'email address "Bob@x.org"'],
    ["My mail is bob_miller_77@x.org", 'email address "bob_miller_77@x.org"'],
    ["My id is bob_miller_7755.", 'number or code "bob_miller_7755"'],
    ["It cost $75.", 'amount "75"'],
    ["It arrived on June 7.", 'date "June 7"'],
    ["It arrived on 12/25/2023.", 'date "12/25/2023"'],
    ["Call 555-999-8888.", 'phone number "555-999-8888"'],
    ["My name is Sarah Miller.", 'name "Sarah Miller"'],
    ["This is Bob calling.", 'name "Bob"'],
    ["Well, my city is Berlin.", 'city "Berlin"'],
    ["I live at 12 Main Street.", 'address "12 Main Street"'],
    ["I bought it in 2019.", 'year "2019"'],
    ["The order number is 998877.", 'number or code "998877"'],
    ["Meine Nummer ist ZX-4711-B.", 'number or code "ZX-4711-B"'],
  ] as const) {
    it(say, () => {
      const detail = `the ${stated}`;
      expect(faults(say)).to.deep.equal([{ kind: "invented_fact", detail }]);
    });
  }

  it("are none where the agent named them, or the user was told besides", () => {
    const turns: Turn[] = [{ role: "assistant", content: "Is it order B-77123, for $75, of June 7?" }];
    expect(faults("Yes, B-77123, $75, June 7.", turns)).to.deep.equal([]);
    expect(lineFaults({ golden: given, turns: [], say: "B-77123", told: "You ordered B-77123." })).to.deep.equal([]);
  });

  it("are every code that nobody gave, and never one of the golden's own", () => {
    const code = fc.tuple(fc.stringMatching(/^[A-HJ-NP-Z]{2}$/), fc.integer({ min: 10_000, max: 99_999 }));
    fc.assert(
      fc.property(code, ([letters, number]) => {
        const id = `${letters}-${String(number)}`;
        expect(kinds(`My order is ${id}.`)).to.deep.equal(["invented_fact"]);
        const own = golden({ facts: { order_id: id } });
        for (const say of [id, id.toLowerCase(), id.replace("-", " "), id.replace("-", "")])
          expect(lineFaults({ golden: own, turns: [], say: `It is ${say}.` })).to.deep.equal([]);
      }),
    );
  });
});

describe("words of an assistant", () => {
  for (const say of [
    "How can I help you today?",
    "I'd be happy to help you with that.",
    "I have processed your refund.",
    "As an AI language model, I can't.",
    "Thank you for contacting support.",
    "Is there anything else I can help you with?",
    "Could you please provide your order number?",
    "Assistant: hello",
    "Wie kann ich Ihnen helfen?",
    "¿En qué puedo ayudarle?",
  ]) {
    it(`are "${say}"`, () => expect(kinds(say)).to.deep.equal(["role_flip"]));
  }
  for (const say of [
    "Can you help me?",
    "How can you help me?",
    "I would be happy to send it back.",
    "Could you give me your name?",
    "Is there anything else I can do?",
    'You wrote "How can I help you?" and then nothing.',
    "Thanks for your help.",
    "I'll look for it. Thank you for your patience!",
  ]) {
    it(`are not "${say}"`, () => expect(kinds(say)).to.deep.equal([]));
  }

  it("are those of the agent itself, said after it", () => {
    const turns: Turn[] = [{ role: "assistant", content: "Let us look at this together now." }];
    expect(kinds("let us look at this together, now", turns)).to.deep.equal(["role_flip"]);
  });

  it("are none where the golden has its user say them", () => {
    const own = golden({ opening: "How can I help you improve your shop?" });
    expect(lineFaults({ golden: own, turns: [], say: "How can I help you improve your shop?" })).to.deep.equal([]);
  });
});

describe("a line that is said again", () => {
  const said = "I really want my money back now.";
  const turns = (first: string, second: string): Turn[] => [
    { role: "assistant", content: first },
    { role: "user", content: said },
    { role: "assistant", content: second },
  ];

  it("is a fault, with the turn in which it was said before", () => {
    expect(faults("I really want my money back - now!", turns("Hello.", "I see."))).to.deep.equal([
      { kind: "repetition", detail: "what it said in turn 2" },
    ]);
  });

  it("is none where the agent asks again what it asked the last time, though the line was said before that too", () => {
    const first: Turn[] = [
      { role: "user", content: said },
      { role: "assistant", content: "Why?" },
    ];
    expect(kinds(said, [...first, ...first.slice(0, 1), ...first.slice(1)])).to.deep.equal([]);
  });

  it("is none where the agent says the same again, where it tells a fact, or is short", () => {
    expect(kinds(said, turns("Why?", "Why?"))).to.deep.equal([]);
    const fact = "The number of my order is A-1042.";
    expect(
      kinds(fact, [
        { role: "user", content: fact },
        { role: "assistant", content: "The id, please?" },
      ]),
    ).to.deep.equal([]);
    expect(kinds("I don't know.", [{ role: "user", content: "I don't know." }])).to.deep.equal([]);
  });
});

it("saying nothing is a fault", () => expect(kinds("  ")).to.deep.equal(["empty"]));
