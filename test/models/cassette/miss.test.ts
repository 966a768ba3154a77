import { expect } from "chai";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import type { ModelRequest } from "../../../src/models/language-model.js";
import { rejectionOf } from "../../support/rejection.js";
import { ask } from "../support.js";
import { cassetteAt, temporary } from "./support.js";

const model = () => new ScriptedModel((_, index) => `answer ${String(index)}`);

async function missing(path: string, request: ModelRequest): Promise<string> {
  const error = await rejectionOf(withCassette(model(), { cassette: cassetteAt(path, "replay") }).generate(request));
  expect(error).to.include({ name: "RehearsalError", code: "not_recorded" });
  return (error as Error).message;
}

describe("a request that is not recorded", () => {
  it("is told with the nearest recording, each difference, and what to do", async () => {
    using at = temporary();
    const recorded = withCassette(model(), { cassette: cassetteAt(at.path, "record") });
    await recorded.generate({ messages: [{ role: "system", content: "Be brief." }] });
    const messages = [
      { role: "system" as const, content: "You are a customer who wants a refund for broken headphones. Be terse." },
      { role: "user" as const, content: "Hi" },
    ];
    await recorded.generate({ messages, temperature: 0 });
    const changed = [
      { role: "system" as const, content: "You are a customer who wants a refund for broken headphones. Be kind." },
      ...messages.slice(1),
    ];
    expect(await missing(at.path, { messages: changed, maxTokens: 9 })).to.equal(
      `Cassette ${at.path} holds no such request of scripted. The nearest is recording 2, which differs:\n` +
        '  messages[0].content: recorded "…a refund for broken headphones. Be terse.", now "…a refund for broken headphones. Be kind."\n' +
        "  temperature: recorded 0, now absent\n" +
        "  maxTokens: recorded absent, now 9\n" +
        'If the change is meant, record again (mode "record", or REHEARSAL_CASSETTE=record), or only what failed or is new ' +
        '(mode "auto"). If it differs from run to run, name it in the option volatile.',
    );
  });

  it("is told as the agent's change where all that differs is what was said to the model of a user", async () => {
    using at = temporary();
    const schema = { name: "user_turn", schema: { type: "object" } };
    const said = (reply: string, prompt = "You are a customer.") => ({
      schema,
      messages: [
        { role: "system" as const, content: prompt },
        { role: "assistant" as const, content: "I want a refund." },
        { role: "user" as const, content: reply },
      ],
    });
    const json = new ScriptedModel([{ json: { say: "A-1042." } }]);
    await withCassette(json, { cassette: cassetteAt(at.path, "record") }).generate(said("Which order?"));
    const told = "What differs is what the agent said: it answered otherwise than when this was recorded";
    expect(await missing(at.path, said("What is your name?"))).to.contain(told);
    expect(await missing(at.path, said("What is your name?", "You are a clerk."))).not.to.contain(told);
    expect(await missing(at.path, { ...said("Hm?"), schema: { ...schema, name: "edge" } })).not.to.contain(told);
  });

  it("is told as one too many where equal ones are recorded", async () => {
    using at = temporary();
    const cassette = cassetteAt(at.path, "record");
    await withCassette(model(), { cassette }).generate(ask());
    await withCassette(model(), { cassette }).generate(ask());
    const replay = withCassette(model(), { cassette: cassetteAt(at.path, "replay") });
    await replay.generate(ask());
    await replay.generate(ask());
    expect(String(await rejectionOf(replay.generate(ask())))).to.contain(
      "holds this request of scripted 2 times (recordings 1, 2), and this is number 3: the run asks more often",
    );
  });

  it("is told with what is there where nothing is near, and with the file where that is not there", async () => {
    using at = temporary();
    expect(await missing(at.path, ask())).to.contain("does not exist, so no request of scripted can be replayed");
    const tool = async function lookup() {
      return 1;
    };
    await withCassette(tool, { cassette: cassetteAt(at.path, "record") })();
    expect(await missing(at.path, ask())).to.contain("holds no request of scripted: what it holds is only of lookup");
  });

  it("tells few of many differences, and never a secret", async () => {
    using at = temporary();
    const tool = async function tool(_: object) {
      return 1;
    };
    const many = (from: number) => Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${String(i)}`, from + i]));
    await withCassette(tool, { cassette: cassetteAt(at.path, "record") })(many(0));
    const replay = withCassette(tool, { cassette: cassetteAt(at.path, "replay") });
    const message = String(await rejectionOf(replay({ ...many(100), key: "sk-0123456789abcdef" })));
    expect(message.match(/recorded /g)).to.have.length(6);
    expect(message).to.contain("and 4 more").and.not.to.contain("sk-0123");
  });

  it("is kept for whoever finds that a client has hidden the error", async () => {
    using at = temporary();
    const cassette = cassetteAt(at.path, "replay");
    const error = await rejectionOf(withCassette(model(), { cassette }).generate(ask()));
    expect(cassette.misses).to.deep.equal([error]);
  });
});
