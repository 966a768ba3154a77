import { expect } from "chai";
import { after, goldenOf, talk } from "./agenda/talk.js";

const order = {
  opening: "Hi, my kettle broke. I want a refund.",
  facts: { order_id: "A-1042", email: "kim@example.com" },
};
const kettle = goldenOf(order);
const terse = goldenOf({ ...order, persona: "Terse." });
const orderNumber = "Could you give me your order number, please?";

describe("the agenda of an AgendaUser", () => {
  describe("is refused", () => {
    it("and pushes back once, then ends", () => {
      const { said, end } = talk(kettle, () => "I’m sorry, I can’t refund it.");
      expect(said).to.have.length(2);
      expect(end).to.equal("the agent refused twice, the last time with “I’m sorry, I can’t refund it.”");
    });

    it("and goes on with its next goal", () => {
      const golden = goldenOf({ goals: ["Please refund it.", "Where is your shop?"] });
      const { said, end } = talk(golden, (words) => (words.includes("shop") ? "In Main Street." : "I cannot do that."));
      expect(said.at(-1)).to.match(/Where is your shop\?$/);
      expect(end).to.match(/^1 of 2 goals was reached; goal 1: the agent refused twice/);
    });
  });

  describe("was declined", () => {
    it("and takes the agent's leaving it for the end, in whatever words", () => {
      const golden = goldenOf({ ...order, confirms: false });
      for (const reply of [
        "All right, I will not refund it.",
        "Understood. Goodbye!",
        "Then nothing was refunded. Anything else?",
      ]) {
        const { end } = talk(golden, (_, n) => (n === 0 ? "Shall I refund it?" : reply));
        expect(end, reply).to.equal("the user declined what the agent proposed");
      }
    });
  });

  describe("has goals", () => {
    const two = goldenOf({ goals: ["Cancel my order, please.", "And change my address."], facts: order.facts });

    it("of which the success of one never reaches the next", () => {
      const { said, end } = talk(two, (words) => (words.includes("address") ? "Hm." : "I have cancelled it."));
      expect(said[1]).to.match(/And change my address\.$/);
      expect(said.length).to.be.greaterThan(2);
      expect(end).to.match(/^no progress in 3 turns/);
    });

    it("of which a later one is not reached before it was brought up", () => {
      const first = { say: "Cancel my order, please.", done: { says: "cancelled" } };
      const replies = ["I have cancelled it. What is your email?", "Thanks! I have cancelled it and sent a note."];
      for (const second of [{ say: "And my other one." }, { say: "And my other one.", done: { says: "cancelled" } }]) {
        const golden = goldenOf({ goals: [first, second], facts: order.facts });
        expect(after(golden, replies)).to.match(/And my other one\.$/);
      }
    });

    it("that an answer reaches where it asked a question", () => {
      const golden = goldenOf({ opening: "How long may I return shoes?" });
      expect(talk(golden, () => "Within 30 days.").end).to.equal("the goal was reached");
      expect(talk(golden, () => "You can't return shoes after 30 days.").end).to.equal("the goal was reached");
      expect(after(golden, ["Within 30 days. What is your order number?"])).to.match(/don't know/);
      expect(talk(golden, () => "I don't know.").end).to.match(/^the agent refused twice/);
    });

    it("whose done test waits for words, for a call, or both, in whatever turn they come", () => {
      const says = goldenOf({ goals: [{ say: "Refund it.", done: { says: "on its way" } }] });
      expect(after(says, ["I have refunded it."])).to.match(/Refund it\.$/);
      expect(after(says, ["Your money is ON ITS WAY."])).to.equal("[the goal was reached]");
      const both = goldenOf({ goals: [{ say: "Refund it.", done: { says: "refunded", calls: "refund_order" } }] });
      const replies = [{ content: "One moment.", toolsCalled: ["refund_order"] }, "I have refunded it."];
      expect(after(both, replies)).to.equal("[the goal was reached]");
    });

    it("and says what a done test still waits for", () => {
      const golden = goldenOf({ goals: [{ say: "Refund it.", done: { says: "refunded", calls: "refund_order" } }] });
      expect(talk(golden, () => "I have refunded it.").end).to.match(
        /; the goal's done test waits for a call of refund_order \(no calls of the agent were recorded\)$/,
      );
      expect(talk(golden, () => ({ content: "Hm.", toolsCalled: [] })).end).to.match(
        /waits for a reply that matches \/refunded\/i and a call of refund_order$/,
      );
      const failed = { content: "Hm.", toolsCalled: [{ name: "refund_order", error: "no such order" }] };
      expect(talk(golden, () => failed).end).to.match(/a call of refund_order$/);
    });

    it("and raises the next one rather than saying goodbye", () => {
      expect(after(two, ["I have cancelled it. Have a nice day!"])).to.match(/And change my address\.$/);
      expect(after(two, ["I have cancelled it. Is there anything else?"])).to.match(/And change my address\.$/);
    });
  });

  describe("comes to an end", () => {
    it("with last words when it is asked for more", () => {
      const done = "I have refunded it. Is there anything else I can do?";
      const { said, end } = talk(kettle, (_, n) => (n === 0 ? done : "Goodbye!"));
      expect(said[1]).to.match(/^No,.*that's all/);
      expect(end).to.equal("the goal was reached");
    });

    it("when the agent says goodbye or hands over", () => {
      expect(talk(kettle, () => "Goodbye!").end).to.equal(
        "the agent said goodbye before the goal was reached: “Goodbye!”",
      );
      expect(talk(kettle, () => "I am transferring you to a human agent.").end).to.match(
        /^the agent handed the conversation over/,
      );
    });

    it("when nothing moves for as many turns as it has patience", () => {
      for (const patience of [1, 2, 5]) {
        const { said, end } = talk(kettle, () => "Hm, interesting.", { patience });
        expect(said).to.have.length(patience);
        const turns = patience === 1 ? "1 turn" : `${String(patience)} turns`;
        expect(end).to.equal(`no progress in ${turns}: the last reply was “Hm, interesting.”`);
      }
      expect(talk(kettle, () => "").end).to.equal("no progress in 3 turns: the last reply was an empty reply");
    });

    it("not before what it said last was understood", () => {
      expect(after(terse, [orderNumber, "Sorry, I didn’t catch that."])).to.equal("As I said, A-1042");
      expect(after(kettle, ["Sorry, could you rephrase?"])).to.match(/my kettle broke\. I want a refund\.$/i);
      expect(after(kettle, ["One moment, please."])).to.match(/wait|time|here/);
    });

    it("at once where the golden's language is not English, and says what to do", () => {
      expect(after(goldenOf({ ...order, language: "German" }), [])).to.match(/speaks German.*LanguageModelUser/);
      for (const language of ["English", "en", "en-GB"]) {
        expect(after(goldenOf({ ...order, language }), [])).to.equal(order.opening);
      }
    });
  });
});
