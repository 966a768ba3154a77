import { expect } from "chai";
import { verbOf } from "../../../../src/metrics/trajectory/confirmation/deed.js";
import { readReply, type Answer } from "../../../../src/metrics/trajectory/confirmation/read-reply.js";

describe("readReply", () => {
  const replies: { readonly [answer in Answer]: readonly string[] } = {
    consent: [
      "Yes",
      "yes please, go ahead",
      "Sure.",
      "OK, do it",
      "Please proceed with the refund.",
      "No problem, go ahead!",
      "No, that's all. Please proceed.",
      "I don't mind, go ahead.",
      "That’s correct.",
      "Sounds good to me",
      "Why not",
      "Ja, gerne.",
      "Oui, d'accord",
      "y",
      "Y",
      "OK",
      "okay thanks",
      "👍",
      "👍🏽",
      "Sí, por favor",
      "はい",
      "好的",
      "да",
      "Please refund it",
      "Refund it.",
      "I agree",
      "I confirm",
      "You can go ahead",
      "Please refund it. How long will it take?",
      "Yes, that's fine",
      "Perfect, thanks",
      "Can you please proceed?",
      "No objections",
      "Go ahead",
      "yes i agree to it",
      "Yes, I'm sure",
      "Alright, do that",
      "Yes!!!",
      "Sure thing",
      "Ok.",
      "That's fine with me",
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
      "No thank you, keep it.",
      "No way!",
      "nope nope",
      "Negative.",
      "n",
      "cancel the refund",
      "please hold",
      "ok wait",
      "👎",
      "Nein danke",
      "Non merci",
      "No gracias",
      "いいえ",
      "不要",
      "Нет",
      "nah man",
      "I never said yes",
      "I can't agree to that",
      "That isn't okay with me",
      "no I want the full amount",
      "absolutely not",
      "Never.",
      "STOP!!",
      "Yes but not yet, wait until tomorrow",
      "actually no, cancel that",
      "hmm, no",
      "I won't accept that",
      "Oh no no no",
      "ok no",
      "No!! Don't",
      "thanks but no thanks",
      "I do mind",
      "no, keep the order",
    ],
    hesitation: [
      "Maybe later.",
      "Only if you can do it by tomorrow.",
      "Let me ask my wife first.",
      "Yes, if you can do it by tomorrow",
      "If it takes more than 3 days, then no.",
      "I'd rather have a replacement.",
      "OK. Let me ask my wife first.",
      "Tell me the fee first",
      "Sure, but I'd prefer a replacement instead",
      "I guess",
      "Yes, once you tell me the fee",
      "That's too little.",
      "That's the wrong order",
    ],
    unclear: [
      "Yes, and I don't want travel insurance.",
      "Yes. How long will it take?",
      "hmm",
      "What would it cost?",
      "Are you sure?",
      "It's A-1042.",
      "Use the card ending in 7334.",
      "I don't have my order number with me",
      "I'm not sure about the order number",
      "No, that's all.",
      "1. One-way 2. Economy 3. No, I do not need a bag",
      "",
      "Hello?",
      "What happens to my warranty?",
      "OK, what will it cost?",
      "Can you confirm the total?",
      "Is that ok with my bank?",
      "I'd like to confirm my address",
      "ok, aber heute",
      "Oui mais bon",
      "Дайте подумать",
      "My email is a@b.c",
      "Did you do it?",
      "Good question",
      "I want to make sure it is right",
      "no insurance, two bags",
    ],
  };
  for (const [reply, texts] of Object.entries(replies))
    for (const text of texts)
      it(`takes ${JSON.stringify(text)} for ${reply}`, () =>
        expect(readReply(text, { tool: "refund_order" })).to.equal(reply));

  it("turns yes and no round where the question is whether the user minds", () => {
    const answers: { readonly [answer in Answer]?: readonly string[] } = {
      consent: ["No", "No, not at all", "Not at all", "nope", "of course not", "I don't mind", "Sure", "Yes, go ahead"],
      refusal: ["Yes, I do mind!", "No, don't do it", "No, wait", "yes please don't"],
      unclear: ["Yes"],
    };
    for (const [answer, texts] of Object.entries(answers))
      for (const text of texts) expect(readReply(text, { tool: "refund_order", mind: true }), text).to.equal(answer);
  });

  it("takes time in proportion to the text, and no more than an answer for one", () => {
    for (const piece of ["no ", "yes, ", "ja ", "if ", "don't ", "a", ".", "?"]) {
      expect(readReply(piece.repeat(100_000), { tool: "refund_order" })).to.equal("unclear");
      readReply(piece.repeat(Math.floor(3900 / piece.length)), { tool: "refund_order" });
    }
  });

  it("takes a word that halts for consent where the tool halts", () => {
    expect(readReply("Cancel it, please", { tool: "refund_order" })).to.equal("refusal");
    expect(readReply("Cancel that.", { tool: "refund_order" })).to.equal("refusal");
    expect(readReply("Yes, cancel that.", { tool: "cancel_order" })).to.equal("consent");
    expect(readReply("Don't cancel it", { tool: "cancel_order" })).to.equal("refusal");
  });

  it("knows the verb of a tool however its name is spelled", () => {
    expect(["refund_order", "refundOrder", "orders.refund_order", "shop:refund-order"].map(verbOf)).to.deep.equal(
      Array(4).fill("refund"),
    );
  });
});
