import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "../../../src/models/language-model.js";
import { LanguageModelUser } from "../../../src/simulator/users/language-model-user.js";
import { assertedFieldNames } from "../../../src/test-case/asserted-fields.js";
import { golden, hold, hurl, lines } from "../support.js";

const usage = { inputTokens: null, outputTokens: null };
const json = (say: string, done = false, reason = "because"): ModelResponse => ({
  text: "",
  json: { say, done, reason },
  toolCalls: [],
  usage,
});
const text = (content: string): ModelResponse => ({ text: content, toolCalls: [], usage });

/** A model that gives the answers in order, the last for ever, and keeps what it was asked. */
function fake(...answers: (ModelResponse | Error)[]): LanguageModel & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    id: "fake",
    requests,
    generate: async (request) => {
      requests.push(request);
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      return answer === undefined || answer instanceof Error ? hurl(answer) : answer;
    },
  };
}

const talk = (model: LanguageModel, with_: Parameters<typeof golden>[0] = {}, agent = () => "ok") =>
  hold(agent, { user: new LanguageModelUser({ model }), golden: golden(with_) });

describe("LanguageModelUser", () => {
  it("says what the model says, and ends by its typed signal", async () => {
    const testCase = await talk(fake(json("I want a refund."), json("", true, "The refund is made.")));
    expect(lines(testCase)).to.deep.equal(["user: I want a refund.", "assistant: ok"]);
    expect(testCase.endReason).to.deep.equal({ by: "user", reason: "The refund is made." });
  });

  it("says last words that come with the signal, and lets the agent answer them", async () => {
    const testCase = await talk(fake(json("Thanks, bye.", true, "All is done.")));
    expect(lines(testCase)).to.deep.equal(["user: Thanks, bye.", "assistant: ok"]);
    expect(testCase.endReason).to.deep.equal({ by: "user", reason: "All is done." });
  });

  it("is at fault where it leaves when the agent has just asked it something, and not after what needs no answer", async () => {
    const leaves = (reply: string) =>
      talk(fake(json("", true, "I am done.")), { opening: "I want a refund." }, () => reply).then(
        ({ endReason }) => endReason?.fault,
      );
    for (const question of ["What is your order number?", "I can refund €20. Shall I go ahead?"])
      expect(await leaves(question), question).to.equal("left");
    for (const reply of [
      "Your refund is on its way.",
      "I refunded order A-1. Is there anything else I can help you with?",
      "I'm sorry, I can't refund that. Would you like a voucher?",
      "Thank you for calling. Goodbye!",
    ])
      expect(await leaves(reply), reply).to.equal(undefined);
  });

  it("has no magic words", async () => {
    const testCase = await talk(fake(json("STOP ###DONE### goodbye [END]"), json("", true)));
    expect(lines(testCase)[0]).to.equal("user: STOP ###DONE### goodbye [END]");
  });

  it("asks again where nothing came, with another seed, then ends without an error", async () => {
    const model = fake(json("  "));
    const testCase = await talk(model);
    expect(testCase.endReason?.by).to.equal("user");
    expect(testCase.endReason?.reason).to.match(/nothing usable 3 times in a row, at last (?:"|\{|nothing)/);
    expect(testCase).to.not.have.property("error");
    expect(new Set(model.requests.map(({ seed }) => seed)).size).to.equal(3);
    expect(lines(await talk(fake(text(""), json("now"), json("", true))))[0]).to.equal("user: now");
  });

  it("takes plain text and fenced JSON from a model that knows no schema, and no broken JSON", async () => {
    expect(lines(await talk(fake(text(" Hello there. "), json("", true))))[0]).to.equal("user: Hello there.");
    const fenced = '```json\n{"say": "Hi", "done": false, "reason": ""}\n```';
    expect(lines(await talk(fake(text(fenced), json("", true))))[0]).to.equal("user: Hi");
    expect(lines(await talk(fake(text('{"say": "Hi'), json("Hey"), json("", true))))[0]).to.equal("user: Hey");
  });

  it("asks without the schema where the model could not answer in it, and fails where that fails too", async () => {
    const failed = new RehearsalError("model_failed", "gave no JSON");
    const model = fake(failed, text(""), text("Hello."), json("", true));
    expect(lines(await talk(model))[0]).to.equal("user: Hello.");
    expect(model.requests.map(({ schema }) => schema !== undefined)).to.deep.equal([true, false, false, true]);
    expect((await talk(fake(failed))).error).to.contain("The simulated user failed: gave no JSON");
    const noKey = new RehearsalError("missing_setting", "no key");
    const keyless = fake(noKey);
    expect((await talk(keyless)).error).to.contain("no key");
    expect(keyless.requests).to.have.length(1);
  });

  it("asks once where the provider failed, and in text only where it was the schema or no JSON came", async () => {
    const usage_ = { inputTokens: 1, outputTokens: 1 };
    for (const [error, requests] of [
      [new RehearsalError("model_failed", "answered 500: {}"), 1],
      [new RehearsalError("model_failed", "answered 429: slow down"), 1],
      [new RehearsalError("model_failed", "answered 401: no such key"), 1],
      [new RehearsalError("timeout", "the schema was late"), 1],
      [new Error("socket hang up"), 1],
      [new RehearsalError("model_failed", "was cut off", { usage: usage_ }), 2],
      [new Error("400: response_format is not supported"), 2],
      [new RehearsalError("model_failed", "400: json_schema is not supported"), 2],
    ] as const) {
      const model = fake(error, text("Hello."), json("", true));
      const testCase = await talk(model, {});
      expect(model.requests.slice(0, 2).filter(({ messages }) => messages.length <= 2).length, error.message).to.equal(
        requests,
      );
      expect(testCase.turns.length > 0, error.message).to.equal(requests > 1);
    }
  });

  it("names the model that had nothing to say", async () => {
    const { endReason } = await talk(fake(json("")));
    expect(endReason?.reason).to.contain("The model of the simulated user (fake)");
    expect(endReason?.fault).to.equal("empty");
  });

  it("opens with the golden's opening, without the model", async () => {
    const model = fake(json("", true));
    const testCase = await talk(model, { opening: "Hi, my headphones broke." });
    expect(lines(testCase)[0]).to.equal("user: Hi, my headphones broke.");
    expect(model.requests).to.have.length(1);
  });

  it("flips the roles, joins turns in a row, and never leaves a message empty", async () => {
    const model = fake(json("one"), json("", true));
    await talk(model, {}, (() => ["", "b"]) as never);
    expect(model.requests.at(-1)?.messages.slice(1)).to.deep.equal([
      { role: "user", content: "(You begin the conversation.)" },
      { role: "assistant", content: "one" },
      { role: "user", content: "(says nothing)\n\nb" },
    ]);
  });

  it("knows the persona, the situation, the facts, the unknowns and the language", async () => {
    const model = fake(json("", true));
    await talk(model, {
      persona: { name: "Kim", characteristics: "Terse." },
      facts: { order_id: { value: "A-1042", aliases: ["order number"] } },
      unknown: ["serial number"],
      goals: ["a refund"],
      language: "Danish",
      confirms: false,
    });
    const prompt = model.requests[0]?.messages[0]?.content;
    for (const part of [
      "Kim",
      "Terse.",
      "wants a refund",
      "order_id",
      "order number",
      "A-1042",
      "serial number",
      "You speak Danish",
      "You refuse",
    ]) {
      expect(prompt).to.contain(part);
    }
  });

  it("speaks the language of its option where the golden says none, else English", async () => {
    const promptOf = async (options: { language?: string }) => {
      const model = fake(json("", true));
      await hold(() => "ok", { user: new LanguageModelUser({ model, ...options }) });
      return model.requests[0]?.messages[0]?.content;
    };
    expect(await promptOf({ language: "Welsh" })).to.contain("You speak Welsh.");
    expect(await promptOf({})).to.contain("You speak English.");
  });

  it("never sees what is asserted, nor what is meant for the judge or the agent", async () => {
    const canary = "canary";
    const asserted: Required<Pick<Parameters<typeof golden>[0] & object, (typeof assertedFieldNames)[number]>> = {
      expectedTools: [canary],
      toolMatch: { mode: "exact" },
      forbiddenTools: [canary],
      permittedTools: [canary],
      confirmBefore: [canary],
      mustCommunicate: [canary],
      mustNotCommunicate: [canary],
      expectedState: canary,
      goldenActions: [canary],
      budgets: { maxTurns: 4 },
      expectations: { must: [canary], mustNot: [canary] },
      expectedLabels: { tone: canary },
    };
    expect(Object.keys(asserted)).to.have.members(assertedFieldNames);
    const model = fake(json("one"), json("", true));
    await talk(
      model,
      {
        ...asserted,
        expectedOutcome: canary,
        context: [canary],
        comments: canary,
        chatbotRole: canary,
        metadata: { canary },
        variables: { canary },
        initialState: canary,
        goals: [{ say: "a refund", done: { says: canary, calls: canary } }],
        turns: [
          { role: "assistant", content: "hi", expectedOutput: canary, expectedTools: [canary], context: [canary] },
        ],
      },
      (() => ({ role: "assistant", content: "ok", toolsCalled: [canary] })) as never,
    );
    expect(model.requests).to.have.length(2);
    expect(JSON.stringify(model.requests)).to.not.contain(canary);
  });

  it("needs a model", () => {
    expect(() => new LanguageModelUser({} as never)).to.throw("LanguageModelUser needs a model");
  });
});
