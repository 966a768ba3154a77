import { expect } from "chai";
import type { ModelMessage } from "../../src/models/language-model.js";
import { ScriptedModel } from "../../src/models/scripted-model.js";
import { rejectionOf } from "../support/rejection.js";
import { ask, askForVerdict, errorOf } from "./support.js";

describe("ScriptedModel", () => {
  it("answers in order, and does not make up a usage", async () => {
    const model = new ScriptedModel(["One.", { text: "Two.", usage: { inputTokens: 3, outputTokens: 4 } }]);
    expect(await model.generate(ask())).to.deep.equal({
      text: "One.",
      toolCalls: [],
      usage: { inputTokens: null, outputTokens: null },
      finishReason: "stop",
    });
    expect((await model.generate(ask())).usage).to.deep.equal({ inputTokens: 3, outputTokens: 4 });
  });

  it("says which call found no reply left, and what it was asked", async () => {
    const model = new ScriptedModel(["One."]);
    await model.generate(ask());
    const error = await errorOf(model.generate(ask("And now?")));
    expect(error.code).to.equal("not_recorded");
    expect(error.message).to.equal(
      'ScriptedModel has no reply for call 2: it has 1 reply. Its last message (user): "And now?". ' +
        "Add a reply, or find out why it is asked more often.",
    );
  });

  it("asks a function, which sees the request and its index", async () => {
    const model = new ScriptedModel(async ({ messages }, index) =>
      index < 2 ? `${String(index)}: ${messages[0]?.content ?? ""}` : undefined,
    );
    expect((await model.generate(ask("a"))).text).to.equal("0: a");
    expect((await model.generate(ask("b"))).text).to.equal("1: b");
    expect((await errorOf(model.generate(ask("c")))).message).to.include("call 3: its function gave none");
  });

  it("rejects with the very error that it is given", async () => {
    const error = new Error("boom");
    expect(await rejectionOf(new ScriptedModel([error]).generate(ask()))).to.equal(error);
  });

  it("gives json as it is told, or reads it from the text", async () => {
    const model = new ScriptedModel([{ json: { met: true } }, '```json\n{"met":false}\n```']);
    expect(await model.generate(askForVerdict())).to.deep.include({ json: { met: true }, text: '{"met":true}' });
    expect((await model.generate(askForVerdict())).json).to.deep.equal({ met: false });
  });

  it("says which call was to give JSON and does not", async () => {
    const error = await errorOf(new ScriptedModel(["It is met."]).generate(askForVerdict()));
    expect(error.message).to.match(/^ScriptedModel, call 1: JSON was asked for \(verdict\).*"It is met\."/);
  });

  it("requests tools", async () => {
    const toolCalls = [{ id: "1", name: "look", arguments: {} }];
    const response = await new ScriptedModel([{ toolCalls }]).generate(askForVerdict());
    expect(response).to.deep.include({ text: "", toolCalls, finishReason: "tool_calls" });
  });

  it("records requests as they were", async () => {
    const messages: ModelMessage[] = [{ role: "user", content: "Hi" }];
    const model = new ScriptedModel(["One."]);
    await model.generate({ messages, temperature: 0 });
    messages.push({ role: "assistant", content: "One." });
    expect(model.requests).to.deep.equal([{ messages: [{ role: "user", content: "Hi" }], temperature: 0 }]);
  });

  it("is aborted like any other, and uses no reply up", async () => {
    const model = new ScriptedModel(["One."]);
    expect((await errorOf(model.generate({ ...ask(), signal: AbortSignal.abort() }))).code).to.equal("aborted");
    expect((await model.generate(ask())).text).to.equal("One.");
  });
});
