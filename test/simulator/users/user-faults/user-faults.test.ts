import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { AgendaUser } from "../../../../src/simulator/users/agenda-user.js";
import { userFaults } from "../../../../src/simulator/users/user-faults/user-faults.js";
import type { Turn } from "../../../../src/test-case/turn.js";
import { golden, hold } from "../../support.js";

describe("the faults of a user in a finished conversation", () => {
  it("have the number of their turn; the golden's own turns and a script's are not the user's", () => {
    const own: Turn[] = [
      { role: "user", content: "How can I help you?" },
      { role: "assistant", content: "Hi." },
    ];
    const turns: Turn[] = [
      ...own,
      { role: "user", content: "It's order ZZ-1234." },
      { role: "assistant", content: "Order ZZ-1234?" },
      { role: "user", content: "As an AI assistant, I say yes.", metadata: { inserted: true } },
      { role: "user", content: "Yes, ZZ-1234. How may I assist you?" },
    ];
    expect(userFaults({ golden: golden({ turns: own }), turns }).map(({ kind, turn }) => [kind, turn])).to.deep.equal([
      ["invented_fact", 3],
      ["role_flip", 6],
    ]);
  });

  it("are also in how it ended", () => {
    const endReason = { by: "user", reason: "nothing", fault: "empty" } as const;
    expect(userFaults({ golden: golden(), turns: [], endReason }).map(({ kind, turn }) => [kind, turn])).to.deep.equal([
      ["empty", null],
    ]);
  });

  it("are none of a user that goes by rules, whatever it is asked", async () => {
    const asked = fc.constantFrom(
      "What is your order number?",
      "And your email address?",
      "What is your name?",
      "Is your order number B-9999?",
      "When did you buy it?",
      "How much did you pay?",
      "Shall I refund $20 to your card?",
      "I can't do that.",
      "Anything else?",
    );
    const facts = { order_id: "A-1042", email: "kim@example.com", purchase_date: "2024-05-03", amount: 59.9 };
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 3, maxLength: 8 }), async (questions) => {
        const of = golden({ facts, unknown: ["serial number"], opening: "Hi, I want a refund for my headphones." });
        const user = new AgendaUser();
        const agent = ({ turns }: { readonly turns: readonly Turn[] }) =>
          questions[(turns.length - 1) / 2] ?? "Goodbye.";
        const { turns } = await hold(agent, { golden: of, user });
        expect(userFaults({ golden: of, turns }).filter(({ kind }) => kind !== "repetition")).to.deep.equal([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("reported about simulated users", () => {
  const url = new URL("../../../fixtures/reported/tau2-bench-392-user-faults.json", import.meta.url);
  const { report, says, input, expected } = JSON.parse(readFileSync(url, "utf8")) as {
    readonly report: string;
    readonly says: string;
    readonly input: { readonly golden: Parameters<typeof golden>[0]; readonly turns: readonly Turn[] };
    readonly expected: { readonly faults: readonly [kind: string, turn: number][] };
  };
  it(`${report}: ${says}`, () => {
    const faults = userFaults({ golden: golden(input.golden), turns: input.turns });
    expect(faults.map(({ kind, turn }) => [kind, turn])).to.deep.equal(expected.faults);
  });
});
