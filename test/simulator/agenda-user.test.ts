import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { AgendaUser } from "../../src/simulator/users/agenda-user.js";
import { after, ask, goldenOf, talk } from "./agenda/talk.js";

const order = {
  opening: "Hi, my kettle broke. I want a refund.",
  facts: { order_id: "A-1042", email: "kim@example.com" },
};
const kettle = goldenOf(order);
const terse = goldenOf({ ...order, persona: "Terse." });
const orderNumber = "Could you give me your order number, please?";

describe("AgendaUser", () => {
  describe("opens", () => {
    it("with its opening, else its first goal, else the scenario in the first person", () => {
      const scenario = "A customer asks where the parcel is.";
      expect(after(goldenOf({ scenario, opening: "Where is it?", goals: ["Find it."] }), [])).to.equal("Where is it?");
      expect(after(goldenOf({ scenario, goals: ["Find it."] }), [])).to.equal("Find it.");
      expect(after(goldenOf({ scenario }), [])).to.equal("I'd like to know where the parcel is.");
    });

    it("with its opening after the agent's greeting, too", () => {
      const [said] = talk(kettle, () => "", {
        before: [{ role: "assistant", content: "Welcome! How can I help?" }],
        turns: 1,
      }).said;
      expect(said).to.equal(order.opening);
    });

    it("with the rest of what it wants at the first chance, where the opening says less", () => {
      const golden = goldenOf({ opening: "Hello!", goals: ["I want a refund for my kettle."], facts: order.facts });
      expect(after(golden, ["Hello! How can I help you?"])).to.equal("I want a refund for my kettle.");
      expect(after(golden, [orderNumber])).to.match(/A-1042\. I want a refund for my kettle\.$/);
    });
  });

  describe("tells facts", () => {
    it("that are asked for, several at once, verbatim", () => {
      expect(after(terse, [orderNumber])).to.equal("A-1042");
      expect(after(terse, ["Please give me your email and your order number."])).to.equal("kim@example.com, A-1042");
    });

    it("once more in other words, then only with impatience", () => {
      const { said, end } = talk(kettle, () => orderNumber);
      expect(said[1]).to.match(/^(My order number is|It's) A-1042\.$/);
      expect(said[2]).to.match(/^As I said.*A-1042/);
      expect(said[3]).to.match(/(already|Once more).*A-1042/);
      expect(said).to.have.length(5);
      expect(end).to.equal(`no progress in 3 turns: the last reply was “${orderNumber}”`);
    });

    it("as told before, where the opening has them or somebody else told them", () => {
      const golden = goldenOf({ ...order, opening: "Please refund order A-1042." });
      expect(after(golden, [orderNumber])).to.match(/^As I said.*A-1042/);
      const before = [
        { role: "user", content: "my kettle is broken, the order was A-1042" },
        { role: "assistant", content: orderNumber },
      ] as const;
      expect(talk(kettle, () => "", { before, turns: 1 }).said[0]).to.match(/^As I said.*A-1042/);
    });

    it("by yes and no where the question wants it, else by value", () => {
      const golden = goldenOf({ ...order, facts: { has_receipt: true, is_member: false, bags: 2 } });
      expect(after(golden, ["Do you have the receipt?"])).to.equal("Yes.");
      expect(after(golden, ["Are you a member?"])).to.equal("No.");
      expect(after(golden, ["How many bags?"])).to.match(/\b2\b/);
    });

    it("and says that it doesn't know the rest, without inventing it", () => {
      const golden = goldenOf({ ...order, unknown: ["serial number"] });
      expect(after(golden, ["What is your serial number?"])).to.match(/don't know my serial number/);
      expect(after(golden, ["What's your shoe size, and your email?"])).to.match(
        /kim@example\.com.*don't know my shoe size/,
      );
      expect(after(golden, ["What are the last 4 digits of your card?"]))
        .to.match(/don't know/)
        .and.not.match(/\d/);
    });

    it("and says of each thing once that it doesn't know it, and nothing of what that belongs to", () => {
      const golden = goldenOf({ ...order, unknown: ["serial number"] });
      const unknown: readonly (readonly [asked: string, said: string])[] = [
        ["What is the serial number of the headphones?", " the serial number"],
        ["Could you give me the serial number for the headphones?", " the serial number"],
        ["What is the serial number, and the model, of the headphones?", " the serial number or the model"],
        [
          "What's the serial number of the kettle and the name of the store?",
          " the serial number or the name of the store",
        ],
        ["What is your shoe size, and your hat size?", " my shoe size or my hat size"],
        ["What is your shoe size? Where did it break?", " my shoe size or the rest"],
        ["Where did it break? What were you doing?", ""],
        ["Is your serial number B-20? Could you please tell me your serial number?", " my serial number"],
      ];
      for (const [asked, said] of unknown)
        for (const seed of [1, 2, 3, 4])
          expect(after(golden, [asked], { seed }), asked)
            .to.match(new RegExp(`don't know${said}\\.$`))
            .and.not.match(/know.*know|headphones/);
    });
  });

  describe("whose facts the agent rejects", () => {
    const rejects = "That order number doesn't match our records. Could you check it?";

    it("repeats them once and no more", () => {
      const { said, end } = talk(kettle, (_, n) => (n === 0 ? orderNumber : rejects));
      expect(said.filter((words) => words.includes("A-1042"))).to.have.length(2);
      expect(said.at(-1)).to.match(/no other order number|only order number/);
      expect(end).to.equal(`the agent did not accept the order number, told twice: “${rejects}”`);
    });

    it("corrects a slip of its opening", () => {
      const golden = goldenOf({ ...order, opening: "Where is order A-1024?" });
      expect(after(golden, ["I cannot find the order A-1024. Could you check the number?"])).to.include("A-1042");
    });

    it("takes a second rejection that refuses for a refusal", () => {
      const no = "That email does not match, so I cannot help you.";
      const { said, end } = talk(kettle, (_, n) => (n === 0 ? "What's your email?" : no));
      expect(said).to.have.length(3);
      expect(end).to.equal(`the agent refused twice, the last time with “${no}”`);
    });
  });

  describe("is asked to agree", () => {
    it("and does, or not, as the golden says", () => {
      expect(after(kettle, ["Shall I refund it?"])).to.match(/^Yes\b/);
      expect(after(goldenOf({ ...order, confirms: false }), ["Shall I refund it?"])).to.match(/^No\b/);
    });

    it("and for a fact besides, and answers both", () => {
      expect(after(terse, ["Shall I refund it? And what's your email?"])).to.match(/^Yes.*\. kim@example\.com$/);
    });

    it("and, having agreed, waits until it is done", () => {
      const { said, end } = talk(kettle, (_, n) => ["Shall I refund it?", "I have refunded it."][n] ?? "");
      expect(said).to.have.length(2);
      expect(end).to.equal("the goal was reached");
    });

    it("and ends when the agent leaves it after a no", () => {
      const golden = goldenOf({ ...order, confirms: false });
      expect(
        talk(golden, (_, n) => ["Shall I refund it?", "All right, I have not refunded it."][n] ?? "").end,
      ).to.equal("the user declined what the agent proposed");
      expect(talk(golden, (_, n) => ["Shall I refund it?", "I have refunded it."][n] ?? "").end).to.equal(
        "the agent reported success although the user had declined: “I have refunded it.”",
      );
    });

    it("and says what is true of its facts, whether it agrees or not", () => {
      const golden = goldenOf({ ...order, confirms: false });
      expect(after(kettle, ["Is your order number A-1042?"])).to.match(/^Yes/);
      expect(after(golden, ["Is your order number A-1042?"])).to.not.match(/\b(yes|no)\b/i);
      expect(after(kettle, ["Is your order number B-7?"]))
        .to.match(/^No.*A-1042/)
        .and.not.match(/B-7/);
    });
  });

  it("goes on from any point of a conversation", async () => {
    const { turns } = talk(kettle, (_, n) => [orderNumber, "Shall I refund it?", "I have refunded it."][n] ?? "");
    const user = new AgendaUser();
    const move = await user.next(ask(kettle, turns.slice(0, 4)));
    expect("say" in move && move.say).to.equal(turns[4]?.content);
  });

  it("refuses a patience that is no number of turns", () => {
    for (const patience of [0, -1, 1.5, Number.NaN]) {
      expect(() => new AgendaUser({ patience })).to.throw(RehearsalError, /patience is .*whole number from 1/);
    }
  });
});
