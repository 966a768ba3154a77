import { expect } from "chai";
import { goldenOf, talk } from "./talk.js";

const farewells = [
  "I'm sorry, I can't do that. Goodbye.",
  "No. Goodbye.",
  "We don't do that. Goodbye.",
  "I can't find your order. Goodbye.",
  "That order number is wrong. Goodbye.",
  "I can't do that. Can you tell me why you ask? Goodbye.",
  "I can't do that. Thank you for contacting us.",
  "I can't do that. This chat is now closed.",
  "I'm sorry I could not do more. Good day.",
];

describe("a reply that refuses and takes its leave", () => {
  for (const opening of ["I want a refund for order A-1042.", "Where is order A-1042?"]) {
    for (const reply of farewells) {
      it(`of ${JSON.stringify(reply)} to “${opening}” ends it, with the goal missed`, () => {
        const { end } = talk(goldenOf({ opening, facts: { order_id: "A-1042" } }), () => reply, { turns: 2 });
        expect(end).to.match(/^the agent said goodbye before the goal was reached/);
      });
    }
  }
  it("is argued with where it refuses and stays", () => {
    const stays = "I can't do that. Thank you for your understanding.";
    expect(talk(goldenOf({ opening: "I want a refund." }), () => stays, { turns: 2 }).end).to.equal(null);
  });
});
