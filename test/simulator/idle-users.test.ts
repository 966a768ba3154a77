import { expect } from "chai";
import { evaluate } from "../../src/evaluation/evaluate.js";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import { ScriptedModel } from "../../src/models/scripted-model.js";
import type { Agent, AgentInput } from "../../src/simulator/agent.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import { golden, hold } from "./support.js";

const facts = { order_id: "A-1042" };
const opening = "Hello, I would like a refund for an order.";

type Says = (input: AgentInput) => string;
/** It calls no tool. */
const agentOf =
  (says: Says): Agent =>
  (input) => ({ role: "assistant", content: says(input), toolsCalled: [] });

/** Asks for the number, and once it has it for consent, over and over. */
const clerk: Says = ({ turns }) => {
  const told = turns.filter(({ role }) => role === "user").some(({ content }) => content.includes("A-1042"));
  const number = turns.length < 3 ? "Gladly. What is your order number?" : "Please tell me your order number.";
  return told ? `Shall I refund order A-1042? (${String(turns.length)})` : number;
};

type Stated = Partial<ConversationalGoldenInput>;

/** What comes of a conversation with a model that says these lines, the last of them over and over. */
async function judged(lines: readonly string[], stated: Stated, says = clerk) {
  let said = -1;
  let turn = -1;
  const model = new ScriptedModel(({ messages }) => {
    const now = messages.filter(({ role }) => role === "assistant").length;
    if (now !== turn) [turn, said] = [now, said + 1];
    const say = lines[Math.min(said, lines.length - 1)] ?? "";
    return { json: { say, done: say === "", reason: "r" } };
  });
  const options = { golden: golden({ facts, ...stated }), user: new LanguageModelUser({ model }) };
  const testCase = await hold(agentOf(says), { ...options, maxUserSimulations: 6 });
  const [result] = (await evaluate([testCase], { record: false })).results;
  if (result === undefined) throw new Error("no result");
  return { verdict: result.verdict, party: result.blame?.party, reason: result.blame?.reason };
}

const nonsense = [
  "Purple monkeys dance on Tuesday.",
  "Clouds sing of cheese.",
  "A lamp ate the moon.",
  "Seven shoes whistle.",
  "Grass is a rumour.",
  "The sofa is late.",
];
const idle: Readonly<Record<string, readonly string[]>> = {
  "takes leave at once": ["Thanks, bye.", ""],
  "takes leave over and over": ["Thanks, bye."],
  "greets over and over": ["Hello there."],
  "greets and leaves": ["Hi!", ""],
  "talks nonsense": nonsense,
};

describe("a simulated user that does not hold its conversation", () => {
  for (const [what, lines] of Object.entries(idle)) {
    for (const more of [{}, { opening }]) {
      const name = `${what}${"opening" in more ? " after its opening" : ""}`;
      it(`is to blame for a failure: ${name}`, async () => {
        const failed = await judged(lines, { ...more, expectedTools: ["refund_order"] });
        expect([failed.verdict, failed.party], failed.reason).to.deep.equal(["failed", "user"]);
      });

      it(`is no pass of what must not happen: ${name}`, async () => {
        for (const stated of [{ forbiddenTools: ["delete_account"] }, { budgets: { maxTurns: 40 } }]) {
          const { verdict, party } = await judged(lines, { ...more, ...stated });
          expect([verdict, party]).to.deep.equal(["errored", "user"]);
        }
      });
    }
  }

  it("gives a fact for an answer to what asks for a yes or a no", async () => {
    const lines = ["I want a refund.", "It is A-1042."];
    const { party, reason } = await judged(lines, { expectedTools: ["refund_order"] });
    expect([party, reason]).to.deep.equal([
      "user",
      "In turn 7 the simulated user repeated itself: what it said in turn 5 (and 2 more).",
    ]);
  });

  it("answers no question, though the agent has all that it needs to know", async () => {
    const said = { opening: "I want a refund for A-1042.", scenario: "A customer declines the refund after all." };
    for (const lines of [["Hello there."], nonsense]) {
      const { verdict, party, reason } = await judged(lines, { ...said, forbiddenTools: ["refund_order"] });
      expect([verdict, party], reason).to.deep.equal(["errored", "user"]);
      expect(reason).to.include("gave no answer to what it was asked, three times");
    }
    const unknown = { facts: {}, unknown: ["order number"], scenario: "A customer only says hello." };
    const { party } = await judged(["Hello there."], { ...unknown, expectedTools: ["refund_order"] });
    expect(party).to.equal("user");
  });

  it("goes on about something else, or greeting, though it is asked for nothing", async () => {
    const said = { opening: "I would like to know the status of my order A-1042.", budgets: { maxTurns: 2 } };
    const agent: Says = () => "Order A-1042 is delivered. Is there anything else?";
    for (const lines of [["Hello there."], nonsense]) {
      const { verdict, party, reason } = await judged(
        lines,
        { ...said, scenario: "A customer asks for an order." },
        agent,
      );
      expect([verdict, party], reason).to.deep.equal(["failed", "user"]);
    }
    const other = ["And the other one?", "I see.", "Does it have a tracking number?", "Fine.", "Which carrier was it?"];
    expect((await judged(other, said, agent)).party).to.equal("agent");
  });

  it("says what it kept back", async () => {
    const { reason } = await judged(nonsense, { opening, expectedTools: ["refund_order"] });
    expect(reason).to.include("was asked for its order id more than once, and never told it");
  });
});

describe("a simulated user that holds it", () => {
  const excused: Readonly<Record<string, readonly [readonly string[], Stated]>> = {
    "says why not": [["I want a refund.", "I can't find it.", "Why do you need it?", ""], {}],
    "has a golden that lets it": [
      ["Refund me.", "Nope.", "Nope.", ""],
      { scenario: "A customer wants a refund and refuses to tell the order number." },
    ],
    "is there to greet": [["Hello there.", ""], { scenario: "A customer greets the assistant and leaves." }],
    "tells a fact in another form": [["I want a refund.", "It's A one zero four two.", "As I said.", ""], {}],
    "speaks another language": [["Ich will mein Geld.", "Wie bitte?", "Nein danke.", ""], { language: "de" }],
  };
  for (const [what, [lines, stated]] of Object.entries(excused)) {
    it(`is not to blame: ${what}`, async () => {
      const agent: Says = ({ turns }) =>
        turns.length > 4 || stated.scenario?.includes("greets") === true
          ? "I am sorry, I can't help."
          : "What is your order number?";
      const { party } = await judged(lines, { ...stated, expectedTools: ["refund_order"] }, agent);
      expect(party).to.equal("agent");
    });
  }

  it("may answer a yes or a no in many words", async () => {
    const answers = [
      "Go for it, mate.",
      "Sounds good.",
      "Whatever you say about that order.",
      "I'd rather keep it.",
      "",
    ];
    const said = { opening: "I want a refund for A-1042.", forbiddenTools: ["x"] };
    expect((await judged(answers, said)).verdict).to.equal("passed");
    const confused = { ...said, persona: { characteristics: "confused and rambling" } };
    expect((await judged(nonsense, confused)).verdict).to.equal("passed");
  });

  it("need say no more than thanks to an agent that calls it and tells it something", async () => {
    const told = {
      scenario: "The delivery service calls the customer to say that the parcel comes on Friday.",
      persona: { characteristics: "polite", speaksFirst: false },
      forbiddenTools: ["x"],
    };
    const agent: Says = ({ turns }) => (turns.length < 2 ? "Your parcel comes on Friday." : "Goodbye.");
    expect((await judged(["Hello.", "Okay, thank you, bye.", ""], told, agent)).verdict).to.equal("passed");
    const asking: Says = () => "Hello, how can I help you today?";
    expect((await judged(["Hello.", "Bye.", ""], told, asking)).party).to.equal("user");
  });

  it("may say the same to an agent that asks the same again and again", async () => {
    const lines = ["I want a refund.", "Yes, A-1042, please refund it."];
    const agent: Says = ({ turns }) => (turns.length < 2 ? "Which order?" : "Shall I refund order A-1042?");
    const { party, reason } = await judged(lines, { expectedTools: ["refund_order"] }, agent);
    expect(party, reason).to.equal("agent");
  });

  it("may point to where a fact is on file", async () => {
    const lines = ["I want a refund.", "You have it on file.", "I told your colleague.", ""];
    const agent: Says = ({ turns }) => (turns.length > 4 ? "I can't help." : "What is your order number?");
    const { party, reason } = await judged(lines, { expectedTools: ["refund_order"] }, agent);
    expect(party, reason).to.equal("agent");
  });

  it("says goodbye to an agent that asks for nothing, or for what else there is", async () => {
    const agent: Says = ({ turns }) => (turns.length < 2 ? "Done. Is there anything else?" : "Goodbye!");
    const { verdict } = await judged(["I want a refund.", "Thanks, bye.", ""], { forbiddenTools: ["x"] }, agent);
    expect(verdict).to.equal("passed");
  });
});
