import { expect } from "chai";
import { refundAgent } from "./agenda/refund-agent.js";
import { goldenOf, talk } from "./agenda/talk.js";

const broken = {
  opening: "Hi, my headphones broke after a week. I'd like my money back.",
  facts: { order_id: "A-1042", email: "kim@example.com" },
};

/** A conversation as it reads. */
function conversation(golden: Parameters<typeof goldenOf>[0], seed: number): readonly string[] {
  const { turns, end } = talk(goldenOf(golden), refundAgent(), { seed });
  const lines = turns.map(({ role, content }) => `${role === "user" ? "U" : "A"}: ${content.replace(/\n/g, " ")}`);
  return [...lines, `(${String(end)})`];
}

// Whole conversations, to be read: they must sound like a person. Whoever changes the phrases reads them again.
describe("a conversation with an AgendaUser", () => {
  it("tells what it is asked, admits what it doesn't know, and agrees", () => {
    expect(conversation({ ...broken }, 1)).to.deep.equal([
      "U: Hi, my headphones broke after a week. I'd like my money back.",
      "A: I'm sorry to hear that. Could you please give me your **order number**?",
      "U: It's A-1042.",
      "A: Thanks! To make sure it's you, please tell me: - the email address on the order - the serial number",
      "U: The email address is kim@example.com. I don't know the serial number.",
      "A: I can refund $59.90 for the headphones. Shall I go ahead?",
      "U: Yes, go ahead.",
      "A: I've refunded $59.90. Is there anything else I can do for you?",
      "U: No, thanks, that's all.",
      "A: You’re welcome. Goodbye!",
      "(the goal was reached)",
    ]);
  });

  it("is terse, if its persona is", () => {
    expect(
      conversation(
        { ...broken, opening: "Headphones broke. Refund?", persona: "Terse. Answers what is asked and nothing more." },
        1,
      ),
    ).to.deep.equal([
      "U: Headphones broke. Refund?",
      "A: I'm sorry to hear that. Could you please give me your **order number**?",
      "U: A-1042",
      "A: Thanks! To make sure it's you, please tell me: - the email address on the order - the serial number",
      "U: kim@example.com. I don't know the serial number.",
      "A: I can refund $59.90 for the headphones. Shall I go ahead?",
      "U: Yes.",
      "A: I've refunded $59.90. Is there anything else I can do for you?",
      "U: No, that's all.",
      "A: You’re welcome. Goodbye!",
      "(the goal was reached)",
    ]);
  });

  it("is chatty, if its persona is", () => {
    expect(conversation({ ...broken, persona: "Chatty, a warm soul." }, 2)).to.deep.equal([
      "U: Hi, my headphones broke after a week. I'd like my money back.",
      "A: I'm sorry to hear that. Could you please give me your **order number**?",
      "U: Let me see, I have it here somewhere. Ah, there: my order number is A-1042.",
      "A: Thanks! To make sure it's you, please tell me: - the email address on the order - the serial number",
      "U: One second, I have to look it up. There we are: the email address is kim@example.com. I hope that helps! Hmm, let me think. I really have to say I don't know the serial number.",
      "A: I can refund $59.90 for the headphones. Shall I go ahead?",
      "U: Yes, go ahead, that sounds good to me!",
      "A: I've refunded $59.90. Is there anything else I can do for you?",
      "U: No, that's all for today, thank you so much. It was lovely talking to you!",
      "A: You’re welcome. Goodbye!",
      "(the goal was reached)",
    ]);
  });

  it("changes its mind, politely", () => {
    expect(conversation({ ...broken, persona: "Very polite.", confirms: false }, 3)).to.deep.equal([
      "U: Hi, my headphones broke after a week. I'd like my money back.",
      "A: I'm sorry to hear that. Could you please give me your **order number**?",
      "U: My order number is A-1042, thank you.",
      "A: Thanks! To make sure it's you, please tell me: - the email address on the order - the serial number",
      "U: The email address is kim@example.com. Thank you for looking into it. I'm afraid I don't know the serial number, I'm sorry.",
      "A: I can refund $59.90 for the headphones. Shall I go ahead?",
      "U: No, I'm sorry, I would rather leave it.",
      "A: All right, then I'll leave it. Anything else?",
      "U: No, thank you very much, that's all. Have a nice day!",
      "A: You’re welcome. Goodbye!",
      "(the user declined what the agent proposed)",
    ]);
  });

  it("pushes back once when it is refused", () => {
    expect(
      conversation(
        {
          opening: "My tea mug has a crack. Please refund order A-0931.",
          facts: { order_id: "A-0931", email: "dana@example.com" },
        },
        1,
      ),
    ).to.deep.equal([
      "U: My tea mug has a crack. Please refund order A-0931.",
      "A: Thanks! To make sure it's you, please tell me: - the email address on the order - the serial number",
      "U: The email address is dana@example.com. I'm afraid I don't know the serial number.",
      "A: I'm afraid the tea mug can't be refunded after 45 days.",
      "U: Why not? Is there really nothing you can do?",
      "A: I'm afraid the tea mug can't be refunded after 45 days.",
      "(the agent refused twice, the last time with “I'm afraid the tea mug can't be refunded after 45 days.”)",
    ]);
  });

  it("gives up on an order number that the agent can't find", () => {
    expect(conversation({ ...broken, facts: { order_id: "Z-9999" } }, 1)).to.deep.equal([
      "U: Hi, my headphones broke after a week. I'd like my money back.",
      "A: I'm sorry to hear that. Could you please give me your **order number**?",
      "U: It's Z-9999.",
      "A: I can't find an order Z-9999. Could you double-check the order number?",
      "U: I have looked again: the order number is Z-9999.",
      "A: I can't find an order Z-9999. Could you double-check the order number?",
      "U: I have no other order number than that one.",
      "A: I can't find an order Z-9999. Could you double-check the order number?",
      "(the agent did not accept the order number, told twice: “I can't find an order Z-9999. Could you double-check the order number?”)",
    ]);
  });

  it("asks a question first, and then wants something", () => {
    expect(
      conversation(
        {
          goals: [
            "How long may I return shoes?",
            { say: "I'd also like a refund for my headphones.", done: { calls: "refund_order" } },
          ],
          facts: broken.facts,
        },
        1,
      ),
    ).to.deep.equal([
      "U: How long may I return shoes?",
      "A: You can return shoes within 30 days. Is there anything else?",
      "U: Thank you. There's one more thing. I'd also like a refund for my headphones.",
      "A: I'm sorry to hear that. Could you please give me your **order number**?",
      "U: My order number is A-1042.",
      "A: Thanks! To make sure it's you, please tell me: - the email address on the order - the serial number",
      "U: The email address is kim@example.com. I don't know the serial number.",
      "A: I can refund $59.90 for the headphones. Shall I go ahead?",
      "U: Yes, please go ahead.",
      "A: I've refunded $59.90. Is there anything else I can do for you?",
      "U: No, that's all, thank you.",
      "A: You’re welcome. Goodbye!",
      "(both goals were reached)",
    ]);
  });

  it("says hello first, and is impatient", () => {
    expect(
      conversation(
        { ...broken, opening: "Hello!", goals: ["My headphones broke, I want my money back."], persona: "Impatient." },
        2,
      ),
    ).to.deep.equal([
      "U: Hello!",
      "A: I'm sorry to hear that. Could you please give me your **order number**?",
      "U: My order number is A-1042. Is this going to take long? My headphones broke, I want my money back.",
      "A: Thanks! To make sure it's you, please tell me: - the email address on the order - the serial number",
      "U: The email address is kim@example.com. Is this going to take long? I don't know the serial number. How should I?",
      "A: I can refund $59.90 for the headphones. Shall I go ahead?",
      "U: Yes, go ahead.",
      "A: I've refunded $59.90. Is there anything else I can do for you?",
      "U: No, that's all.",
      "A: You’re welcome. Goodbye!",
      "(the goal was reached)",
    ]);
  });
});
