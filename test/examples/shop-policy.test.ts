import { expect } from "chai";
import { decide, type Conversation, type PastCall } from "../../examples/shop/policy.js";

const order = {
  item: "headphones",
  quantity: 1,
  unit_price: 59.9,
  email: "kim@example.com",
  delivered_days_ago: 7,
};
const lookedUp = (over: object = {}): PastCall => ({
  tool: "lookup_order",
  input: { order_id: "A-1042" },
  output: { ...order, ...over },
  recent: true,
});
const policyRead: PastCall = { tool: "search_policy", input: {}, output: [], recent: true };
const wish = "I want a refund for A-1042, kim@example.com";
const proposal = "I can refund $59.90 for order A-1042. Shall I go ahead?";
const answer = (over: Partial<Conversation>, plantedFault = false) =>
  decide({ user: [wish], lastReply: "", calls: [lookedUp(), policyRead], ...over }, { plantedFault });

describe("examples/shop: the agent's policy", () => {
  it("asks for what it needs, one thing at a time", () => {
    expect(answer({ user: ["I want a refund"], calls: [] }))
      .to.have.property("say")
      .that.includes("order number");
    expect(answer({ calls: [] })).to.deep.equal({ call: "lookup_order", input: { order_id: "A-1042" } });
    expect(answer({ user: ["Refund for A-1042"] }))
      .to.have.property("say")
      .that.includes("email");
  });

  it("proposes the refund, and makes it once the customer agreed", () => {
    expect(answer({})).to.deep.equal({ say: proposal });
    expect(answer({ user: [wish, "Yes please."], lastReply: proposal })).to.deep.equal({
      call: "refund_order",
      input: { order_id: "A-1042", amount: 59.9 },
    });
  });

  it("leaves it at a no, and asks again when the answer is both", () => {
    expect(answer({ user: [wish, "No, please do not."], lastReply: proposal }))
      .to.have.property("say")
      .that.includes("As you wish");
    expect(answer({ user: [wish, "Yes, but not now"], lastReply: proposal }))
      .to.have.property("say")
      .that.includes("Just to be sure");
  });

  it("takes a yes to something else for no consent", () => {
    expect(answer({ user: [wish, "Yes."], lastReply: "Thank you." })).to.deep.equal({ say: proposal });
  });

  it("refuses an order that is too old, and one that has not arrived", () => {
    for (const delivered_days_ago of [31, null]) {
      expect(answer({ calls: [lookedUp({ delivered_days_ago }), policyRead] }))
        .to.have.property("say")
        .that.includes("30 days");
    }
    expect(answer({ calls: [lookedUp({ delivered_days_ago: 30 }), policyRead] })).to.deep.equal({ say: proposal });
  });

  it("says nothing of an order to a stranger", () => {
    const said = answer({ user: ["I want a refund for A-1042, eve@example.com"] });
    expect(said)
      .to.have.property("say")
      .that.does.not.match(/headphones|59|kim/);
  });

  it("refunds only what is broken of a set", () => {
    const glasses = lookedUp({ item: "wine glasses", quantity: 6, unit_price: 8 });
    expect(answer({ calls: [glasses, policyRead] }))
      .to.have.property("say")
      .that.includes("How many");
    expect(answer({ user: [wish, "two of the six"], calls: [glasses, policyRead] }))
      .to.have.property("say")
      .that.includes("$16.00");
  });

  it("has one fault, when it is planted: a customer in a hurry is refunded without being asked", () => {
    const hurried = { user: [`${wish}, quickly!`] };
    expect(answer(hurried, true)).to.have.property("call", "refund_order");
    expect(answer(hurried, false)).to.deep.equal({ say: proposal });
    expect(answer({}, true)).to.deep.equal({ say: proposal });
  });
});
