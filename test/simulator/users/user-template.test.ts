import { expect } from "chai";
import fc from "fast-check";
import { ConversationalGolden } from "../../../src/golden/conversational-golden.js";
import { ScriptedModel, type ScriptedReply } from "../../../src/models/scripted-model.js";
import { LanguageModelUser } from "../../../src/simulator/users/language-model-user.js";
import { userPrompt } from "../../../src/simulator/users/user-prompt.js";
import type { UserTemplate } from "../../../src/simulator/users/user-template.js";
import { golden, hold } from "../support.js";

const say = (words: string, done = false): ScriptedReply => ({ json: { say: words, done, reason: "because" } });
const prompts = (model: ScriptedModel) => model.requests.map(({ messages }) => messages[0]?.content ?? "");

describe("the template of a LanguageModelUser", () => {
  class Angry implements UserTemplate {
    readonly mood = "angry";
    firstTurn({ golden: { scenario }, language }: Parameters<UserTemplate["firstTurn"]>[0]) {
      return `Be ${this.mood}, in ${language}: ${scenario}`;
    }
    nextTurn({ turns }: Parameters<UserTemplate["nextTurn"]>[0]) {
      return `Still ${this.mood} after ${JSON.stringify(turns)}`;
    }
  }

  it("may be an instance of a class, whose first prompt is for the first words", async () => {
    const model = new ScriptedModel([say("Refund!"), say("", true)]);
    const user = new LanguageModelUser({ model, template: new Angry(), language: "Welsh" });
    await hold(() => "No.", { user });
    expect(prompts(model)[0]).to.match(/^Be angry, in Welsh: A customer wants a refund\.\n\n# How to answer\n/);
    const turns = [
      { role: "user", content: "Refund!" },
      { role: "assistant", content: "No." },
    ];
    expect(prompts(model)[1]).to.contain(`Still angry after ${JSON.stringify(turns)}`);
  });

  it("may be one function; the other prompt is the usual one, in the golden's language", async () => {
    const model = new ScriptedModel([say("Refund!"), say("", true)]);
    const user = new LanguageModelUser({ model, template: { firstTurn: () => "Begin." } });
    await hold(() => "No.", { user, golden: golden({ language: "Danish" }) });
    expect(prompts(model)[0]).to.match(/^Begin\.\n/);
    expect(prompts(model)[1]).to.contain("You speak Danish.").and.contain("A customer wants a refund.");
  });

  it("is refused where it is none, and tells which part gave no prompt", async () => {
    const make = (template: unknown) => () =>
      new LanguageModelUser({ model: new ScriptedModel([]), template } as never);
    for (const wrong of ["a prompt", {}, { firstTurn: "text" }, null])
      expect(make(wrong)).to.throw("template must be an object");
    const blank = new LanguageModelUser({ model: new ScriptedModel([]), template: { firstTurn: () => " " } });
    expect((await hold(() => "ok", { user: blank })).error).to.contain("firstTurn of its template must return a text");
  });

  it("never sees what is asserted, even where it shows all that it is given", async () => {
    const canary = fc.stringMatching(/^[a-z]{12}$/).map((word) => `canary${word}`);
    await fc.assert(
      fc.asyncProperty(canary, async (secret) => {
        const of = new ConversationalGolden({
          id: "g",
          scenario: "A refund.",
          persona: { name: "Kim", characteristics: "Terse." },
          facts: { order_id: "A-1042" },
          goals: [{ say: "a refund", done: { says: secret, calls: secret } }],
          turns: [
            { role: "assistant", content: "hi", expectedOutput: secret, expectedTools: [secret], context: [secret] },
          ],
          expectedOutcome: secret,
          expectedTools: [secret],
          forbiddenTools: [secret],
          permittedTools: [secret],
          confirmBefore: [secret],
          mustCommunicate: [secret],
          mustNotCommunicate: [secret],
          expectedState: { secret },
          goldenActions: [secret],
          expectations: { must: [secret], mustNot: [secret] },
          expectedLabels: { tone: secret },
          context: [secret],
          comments: secret,
          metadata: { secret },
          variables: { secret },
          initialState: secret,
          chatbotRole: secret,
          tags: [secret],
        });
        const all = (input: object) => JSON.stringify(input);
        for (const template of [undefined, { firstTurn: all, nextTurn: all }]) {
          const model = new ScriptedModel([say("one"), say("", true)]);
          await hold(() => ({ role: "assistant", content: "ok", toolsCalled: [secret] }), {
            golden: of,
            user: new LanguageModelUser({ model, ...(template && { template }) }),
          });
          expect(model.requests).to.have.length(2);
          expect(JSON.stringify(model.requests)).to.not.contain(secret);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("the persona in the prompt", () => {
  const full = {
    name: "Kim",
    characteristics: "Terse.",
    speaksFirst: false,
    interruptionBehavior: { frequency: "frequent", overlap: "insist" },
    muted: true,
    voice: "alto",
    backgroundNoise: { audio: "/sounds/cafe.wav", volume: 0.2 },
    multilingualStt: true,
    holdTimeout: 12,
  } as const;
  const linesOf = (persona: object) =>
    userPrompt(golden({ persona: persona as never }), "English")
      .split("# Your situation")[0]
      ?.trim()
      .split("\n") ?? [];

  it("is there in full, each field in words of its own", () => {
    const whole = linesOf(full);
    for (const key of Object.keys(full) as (keyof typeof full)[]) {
      if (key === "characteristics") continue;
      const rest: Partial<typeof full> = { ...full };
      delete rest[key];
      expect(linesOf(rest).length, key).to.be.below(whole.length);
    }
    expect(whole.join("\n")).to.contain("often interrupt").and.contain("cafe.wav").and.not.contain("/sounds");
  });
});

describe("a line that the person would not say", () => {
  const of = golden({ facts: { order_id: "A-1042" }, unknown: ["serial number"] });
  const talk = async (...replies: ScriptedReply[]) => {
    const model = new ScriptedModel(replies);
    return {
      model,
      testCase: await hold(() => "And the serial number?", { golden: of, user: new LanguageModelUser({ model }) }),
    };
  };

  it("is sent back with a note, and another one said", async () => {
    const { model, testCase } = await talk(say("It's SN-99887."), say("I don't know it."), say("", true));
    expect(testCase.turns[0]).to.deep.equal({ role: "user", content: "I don't know it." });
    expect(prompts(model)[0]).to.not.contain("Your last draft");
    expect(prompts(model)[1])
      .to.contain('You were about to say: "It\'s SN-99887."')
      .and.contain('It states as a fact what you were not told: the number or code "SN-99887".');
    expect(prompts(model)[2]).to.not.contain("Your last draft");
  });

  it("is said and marked where nothing better comes in three attempts: the least wrong one", async () => {
    const { model, testCase } = await talk(
      say("It's SN-99887."),
      say("It's SN-1234567, how can I help you?"),
      say(""),
      say("", true),
    );
    expect(model.requests).to.have.length(4);
    expect(testCase.turns[0]).to.deep.equal({
      role: "user",
      content: "It's SN-99887.",
      metadata: {
        userFaults: [
          {
            kind: "invented_fact",
            detail: 'the number or code "SN-99887"',
          },
        ],
      },
    });
  });

  it("may be an end that is taken at once", async () => {
    const { testCase } = await talk(say("How can I help you?"), say("", true));
    expect(testCase.turns).to.deep.equal([]);
    expect(testCase.endReason).to.deep.equal({ by: "user", reason: "because", fault: "off_goal" });
  });

  it("is recorded in the ending where nothing comes at all", async () => {
    const { testCase } = await talk(say(""), say(" "), say(""));
    expect(testCase.endReason).to.deep.include({ by: "user", fault: "empty" });
    expect(testCase).to.not.have.property("error");
  });
});
