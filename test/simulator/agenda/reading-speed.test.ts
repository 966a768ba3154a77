import { expect } from "chai";
import { agendaOf } from "../../../src/simulator/users/agenda/agenda.js";
import { planNext } from "../../../src/simulator/users/agenda/fold.js";
import { Turn } from "../../../src/test-case/turn.js";
import { goldenOf } from "./talk.js";

const golden = () =>
  goldenOf({
    opening: "Hi, my kettle broke. I want a refund.",
    goals: ["I want a refund.", { say: "And a receipt.", done: { says: "receipt" } }],
    facts: { order_id: "A-1042", email: "kim@example.com", address: "12 Oak Street", amount: 59.9, is_member: true },
    unknown: ["serial number"],
    expectedOutcome: "The kettle is refunded.",
  });
const LENGTH = 200_000;

/** What models say when they go wrong: one thing over and over. */
const units: readonly string[] = [
  ...("a1 \n\t?.,;:-_*#|`~'\"()[]<>@$&/\\{}=+!é😀\u0301\u202e订".match(/./gsu) ?? []),
  ...[
    "\r\n",
    "| ",
    "|\n",
    "- ",
    "* ",
    "1. ",
    "1) ",
    "a) ",
    "> ",
    "# ",
    "```\n",
    "** ",
    "[a](b) ",
    "![",
    "](",
    "<a",
    "<a>",
    "</",
  ],
  ...[
    "a.b ",
    "a-b",
    "a_b",
    "A-1043 ",
    "kim@example.com ",
    "a@b.c",
    "$5 ",
    "5 usd ",
    "12,34,",
    "1.",
    "12 oak ",
    "12 oak street ",
  ],
  ...[
    "order ",
    "order A-1043 ",
    "your ",
    "your order ",
    "your email is ",
    "and ",
    "or ",
    "of ",
    "of the ",
    "the ",
    "not ",
    "is ",
    "i ",
    "you ",
  ],
  ...[
    "i have ",
    "i will ",
    "we have now ",
    "successfully ",
    "please ",
    "please confirm ",
    "confirm that your ",
    "shall i ",
    "do you want ",
  ],
  ...[
    "what is your ",
    "what is your order number? ",
    "correct? ",
    "is that correct? ",
    ", right? ",
    "can not ",
    "unable to find ",
    "no ",
    "if ",
  ],
  ...[
    "refunded ",
    "have been ",
    "let me check ",
    "moment ",
    "transfer ",
    "to ",
    "so i can ",
    "e.g. ",
    "Mr. ",
    "thank you ",
    "ok, ",
    "hi, ",
  ],
  ...[
    "orderId",
    "aB",
    "camelCase ",
    "can't",
    "it's ",
    "what's ",
    "e-mail ",
    "# ",
    "no.#",
    "a #",
    "don't ",
    "you live in ",
    "speaking with ",
  ],
  ...[
    "delete your account ",
    "cancel ",
    "charge your ",
    "want me to ",
    "ending in ",
    "yes or no ",
    "either or ",
    "for a, ",
    "last four digits ",
  ],
];

const reply = (unit: string, sentence: boolean): string => {
  const text = unit.repeat(Math.ceil(LENGTH / unit.length));
  return sentence ? `Sorry. ${text} Is your order number A-1042?` : text;
};

function timed(content: string): number {
  const turns = [
    new Turn({ role: "user", content: "Hi, my kettle broke. I want a refund." }),
    new Turn({ role: "assistant", content }),
  ];
  const agenda = agendaOf(golden());
  const began = performance.now();
  planNext(agenda, turns, 3);
  return performance.now() - began;
}

describe("a reply that says one thing 200 kB long", () => {
  before(() => void timed("warm"));
  for (const sentence of [false, true]) {
    for (const unit of units) {
      it(`is read in time: ${JSON.stringify(unit)}${sentence ? " inside a reply" : ""}`, () => {
        expect(timed(reply(unit, sentence))).to.be.below(2000);
      });
    }
  }
});
