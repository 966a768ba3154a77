import { expect } from "chai";
import fc from "fast-check";
import type { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import { agendaMove } from "../../src/simulator/users/agenda/agenda-move.js";
import * as phrases from "../../src/simulator/users/agenda/phrases.js";
import { wordsOf } from "../../src/simulator/users/agenda/slot-names.js";
import { ask, goldenOf, talk } from "./agenda/talk.js";

const keys = [
  "order_id",
  "email",
  "Full Name",
  "billingAddress",
  "item-color",
  "total_bags",
  "__proto__",
  "when",
  "x1",
];
const values = ["A-1042", "kim@example.com", "Kim Lee", "12 Main St.", "red", 3, true, "2024-05-03", "$59.90", "no"];
const openings = [
  "Hi, my kettle 3000 broke.",
  "REFUND!",
  "How long may I return shoes?",
  "Order A-1042, please cancel it.",
];
const goalTexts = ["I want my money back.", "Change my address, too.", "And how much is shipping?", "…"];

const goldens = fc
  .record({
    opening: fc.option(fc.constantFrom(...openings), { nil: undefined }),
    goals: fc.option(
      fc.array(
        fc.record({
          say: fc.constantFrom(...goalTexts),
          done: fc.constantFrom(
            undefined,
            { says: "done|sent" },
            { calls: "refund" },
            { says: "sent", calls: "refund" },
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      { nil: undefined },
    ),
    facts: fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values)), { selector: ([key]) => key }),
    unknown: fc.subarray(["serial number", "date of birth"]),
    confirms: fc.constantFrom(undefined, true, false),
    characteristics: fc.constantFrom("", "Terse.", "Chatty and warm.", "Impatient.", "Polite."),
  })
  .map(({ opening, goals, facts, unknown, confirms, characteristics }) =>
    goldenOf({
      ...(opening === undefined ? {} : { opening }),
      ...(goals === undefined
        ? {}
        : { goals: goals.map(({ say, done }) => (done === undefined ? { say } : { say, done })) }),
      facts: Object.fromEntries(facts),
      unknown,
      ...(confirms === undefined ? {} : { confirms }),
      ...(characteristics === "" ? {} : { persona: { characteristics } }),
    }),
  );

const things = fc.constantFrom(
  "order number",
  "email address",
  "name",
  "PIN 4711",
  "date of birth",
  "shoe size",
  "bags",
);
const sentences = fc.oneof(
  things.map((thing) => `Could you please tell me your ${thing}?`),
  fc.tuple(things, things).map(([a, b]) => `I need your ${a} and the ${b} of max@other.example.`),
  things.map((thing) => `Is your ${thing} B-2000?`),
  things.map((thing) => `That ${thing} (max@other.example) does not match.`),
  fc.constantFrom(
    "Shall I refund $12.34 to card 9999?",
    "I cannot find order Z-9. Could you check the order number?",
    "I am sorry, I can’t do that.",
    "Done! I have refunded $12.34.",
    "It has been sent to max@other.example.",
    "Is there anything else?",
    "How can I help you today?",
    "One moment, please.",
    "Sorry, I did not understand.",
    "Goodbye!",
    "I will transfer you to a human agent.",
    "A refund or a replacement?",
    "Shoes can be returned within 30 days.",
    "**Please give me:**\n- your card number (16 digits)\n- your zip code",
    "I can refund 12 dollars.",
    "",
  ),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);
const replies = fc.oneof(
  { weight: 4, arbitrary: fc.array(sentences, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
);

const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}@$.'’_-]*[\p{L}\p{N}]/gu) ?? [];
const toldBy = ({ scenario, opening, goals = [], facts = {} }: ConversationalGolden): string =>
  [
    scenario,
    opening ?? "",
    ...goals.map(({ say }) => say),
    ...Object.entries(facts).flatMap(([name, { value }]) => [name, String(value)]),
  ].join("\n");
const ownWords = new Set(
  Object.values(phrases)
    .flatMap((table) => Object.values(table).flat())
    .flatMap((phrase) => wordsIn(phrase.replace(/\{\w+\}/g, " ")))
    .concat(wordsIn("my the is are and or rest yes i do no don't")),
);

describe("an AgendaUser, whatever the agent says,", () => {
  it("never says a number or an address that is not its golden's", () => {
    fc.assert(
      fc.property(goldens, fc.array(replies, { minLength: 1, maxLength: 6 }), fc.nat(99), (golden, agent, seed) => {
        const known = toldBy(golden);
        const { said } = talk(golden, (_, n) => agent[n % agent.length] ?? "", { seed, turns: 12 });
        for (const words of said) {
          for (const token of words.split(/[\s,]+/).filter((each) => /[\p{N}@]/u.test(each))) {
            expect(known, words).to.include(token.replace(/^[("“'«]+|[)"”'».,:;!?]+$/g, ""));
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it("says no word but the golden's, its own few and those with which it was asked", () => {
    fc.assert(
      fc.property(goldens, fc.array(replies, { minLength: 1, maxLength: 6 }), fc.nat(99), (golden, agent, seed) => {
        const given = wordsIn(
          `${toldBy(golden)}\n${Object.keys(golden.facts ?? {})
            .map(wordsOf)
            .join(" ")}`,
        );
        const asked = agent.flatMap((reply) => wordsIn(reply.normalize("NFKC").replace(/[-_’]/g, " ")));
        const allowed = new Set([
          ...ownWords,
          ...given,
          ...given.flatMap((word) => wordsIn(word.replace(/-/g, " "))),
          ...asked,
        ]);
        const { said } = talk(golden, (_, n) => agent[n % agent.length] ?? "", { seed, turns: 12 });
        for (const words of said) {
          for (const word of wordsIn(words)) expect(allowed.has(word), `“${word}” of “${words}”`).to.equal(true);
        }
      }),
      { numRuns: 120 },
    );
  });

  it("ends within a few turns for each goal when the agent always says the same", () => {
    fc.assert(
      fc.property(goldens, replies, fc.integer({ min: 1, max: 4 }), (golden, reply, patience) => {
        const goals = golden.goals?.length ?? 1;
        const { said, end } = talk(golden, () => reply, { patience, turns: 200 });
        expect(end, said.join("\n")).to.be.a("string");
        expect(said.length, said.join("\n")).to.be.at.most((goals + 1) * (patience + 3));
      }),
      { numRuns: 120 },
    );
  });

  it("ends when the agent goes round in circles", () => {
    fc.assert(
      fc.property(goldens, fc.array(replies, { minLength: 2, maxLength: 4 }), (golden, agent) => {
        const { end } = talk(golden, (_, n) => agent[n % agent.length] ?? "", { turns: 200 });
        expect(end).to.be.a("string");
      }),
      { numRuns: 120 },
    );
  });

  it("says the same words for the same seed, and needs nothing but the turns", () => {
    fc.assert(
      fc.property(goldens, fc.array(replies, { minLength: 1, maxLength: 6 }), fc.nat(99), (golden, agent, seed) => {
        const reply = (_: string, n: number) => agent[n % agent.length] ?? "";
        const once = talk(golden, reply, { seed, turns: 10 });
        expect(talk(golden, reply, { seed, turns: 10 })).to.deep.equal(once);
        const spoken = once.turns.flatMap(({ role }, at) => (role === "user" ? [at] : []));
        for (const at of spoken.reverse()) {
          const move = agendaMove(ask(golden, once.turns.slice(0, at), seed), 3);
          expect("say" in move && move.say).to.equal(once.turns[at]?.content);
        }
      }),
      { numRuns: 60 },
    );
  });
});
