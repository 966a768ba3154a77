import { expect } from "chai";
import { lineFaults } from "../../../../src/simulator/users/user-faults/line-faults.js";
import { userFaults } from "../../../../src/simulator/users/user-faults/user-faults.js";
import type { Turn } from "../../../../src/test-case/turn.js";
import { golden } from "../../support.js";

const given = golden({
  scenario: "A customer wants a refund.",
  opening: "I want a refund.",
  facts: { order_id: "A-1042", email: "k@x.com", amount: 59.9, name: "Kim Lee", date: "2024-05-17", passengers: 2 },
  unknown: ["serial number", "PIN"],
});
const LENGTH = 200_000;

/** What models say when they go wrong: one thing over and over. */
const units: readonly string[] = [
  ...("0a \n.,;:-_*#`'\"([{<@$/+“„«é订😀\u0301".match(/./gsu) ?? []),
  ...["1 ", "1.", "1,", "1-", "-1", "+1 ", "(1", "1/", "1/2/", "$1,", "5 usd ", "10:30 ", "10001 ", "a1234 "],
  ...["a@", "a.", "@a.", "a_", "a-", "aé", "aB", "abCd", "a #", "x #", "“a", '"a', "Aaa'", "e\u0301"],
  ...["May 1, ", "in 2019 ", "12 Oak ", "transfer 1 ", "and 1 ", "PIN 1 ", "three of us ", "born on May 3rd "],
  ...["Kim ", "I'm Kim ", "I'm Kim. ", "My name is Aaa ", "my ", "order ", "order a ", "order number is ", "a b c "],
  ...[
    "I don't know my ",
    "no, ",
    "i can ",
    "i have ",
    "let me ",
    "let me check ",
    "what is your ",
    "can you please provide ",
  ],
  ...["i have transferred ", "what is your order number? ", "shall I ", "thanks ", "one hundred ", "or "],
];

describe("a line or a reply that says one thing 200 kB long", () => {
  const checks: Readonly<Record<string, (text: string) => unknown>> = {
    "said by the user": (say) => lineFaults({ golden: given, turns: [], say }),
    "said by the agent": (content) =>
      lineFaults({ golden: given, turns: [{ role: "assistant", content }], say: "My order is A-1042." }),
    "said by both": (content) => {
      const turns: Turn[] = [
        { role: "user", content },
        { role: "assistant", content },
        { role: "user", content },
      ];
      return userFaults({ golden: given, turns, endReason: { by: "user", reason: "because" } });
    },
  };
  before(() => Object.values(checks).forEach((check) => check("warm")));
  for (const [what, check] of Object.entries(checks))
    for (const unit of units)
      it(`is checked in time, ${what}: ${JSON.stringify(unit)}`, () => {
        const text = unit.repeat(Math.ceil(LENGTH / unit.length));
        // Of the processor, so that a busy machine is no failure.
        const began = process.cpuUsage();
        check(text);
        const { user } = process.cpuUsage(began);
        expect(user / 1000).to.be.below(2000);
      });
});
