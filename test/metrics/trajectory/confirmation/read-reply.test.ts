import { expect } from "chai";
import { readReply, verbOf, type Reply } from "../../../../src/metrics/trajectory/confirmation/read-reply.js";

describe("readReply", () => {
  const replies: { readonly [reply in Reply]: readonly string[] } = {
    consent: [
      "Yes",
      "yes please, go ahead",
      "Sure.",
      "OK, do it",
      "Please proceed with the refund.",
      "No problem, go ahead!",
      "No, that's all. Please proceed.",
      "I don't mind, go ahead.",
      "Yes, and I don't want travel insurance.",
      "That’s correct.",
      "Sounds good to me",
      "Why not",
      "Ja, gerne.",
      "Oui, d'accord",
    ],
    refusal: [
      "No",
      "No.",
      "No, thanks",
      "No, please do not",
      "No, please do not go ahead",
      "don't go ahead",
      "Don’t do it!",
      "Please don't.",
      "Yes, but not that one",
      "yes but please don't refund it yet",
      "I don't want a refund",
      "I do not want you to refund the order",
      "Wait",
      "Hold on a moment, let me check",
      "Not yet",
      "I'm not sure",
      "I'm not sure about that",
      "Stop!",
      "Never mind",
      "I changed my mind",
      "I'd rather not",
      "Absolutely not",
      "I said no",
      "No, are you sure?",
      "I don't think so",
      "You should not proceed.",
      "No, I don't want to be transferred.",
      "Nein",
    ],
    unclear: [
      "What would it cost?",
      "Are you sure?",
      "It's A-1042.",
      "Use the card ending in 7334.",
      "I don't have my order number with me",
      "I'm not sure about the order number",
      "No, that's all.",
      "1. One-way 2. Economy 3. No, I do not need a bag",
      "",
    ],
  };
  for (const [reply, texts] of Object.entries(replies))
    for (const text of texts)
      it(`takes ${JSON.stringify(text)} for ${reply}`, () => expect(readReply(text, "refund_order")).to.equal(reply));

  it("takes a word that halts for consent where the tool halts", () => {
    expect(readReply("Cancel it, please", "refund_order")).to.equal("refusal");
    expect(readReply("Cancel that.", "refund_order")).to.equal("refusal");
    expect(readReply("Yes, cancel that.", "cancel_order")).to.equal("consent");
    expect(readReply("Don't cancel it", "cancel_order")).to.equal("refusal");
  });

  it("knows the verb of a tool however its name is spelled", () => {
    expect(["refund_order", "refundOrder", "orders.refund_order", "shop:refund-order"].map(verbOf)).to.deep.equal(
      Array(4).fill("refund"),
    );
  });
});
