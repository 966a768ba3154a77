import { expect } from "chai";
import { fault } from "../support/openai-server.js";
import { ask, askForVerdict, errorOf, modelAt } from "./support.js";

const usageOf = async (answering: Promise<unknown>) => (await errorOf(answering)).usage;
const both = { inputTokens: 20, outputTokens: 10 };
const one = { inputTokens: 10, outputTokens: 5 };

describe("the error of a model whose answer was of no use", () => {
  it("tells what both answers spent where neither was JSON", async () => {
    await using at = await modelAt(["It is met.", "Still."]);
    expect(await usageOf(at.model.generate(askForVerdict()))).to.deep.equal(both);
  });

  it("tells what the first spent where the second never came", async () => {
    await using at = await modelAt(["It is met.", fault.badRequest("Too long.")]);
    expect(await usageOf(at.model.generate(askForVerdict()))).to.deep.equal(one);
  });

  it("tells it of answers that were cut off, filtered or refused", async () => {
    await using at = await modelAt([
      { text: '{"met": t', finishReason: "length" },
      { text: "", finishReason: "length" },
      { text: "I", finishReason: "content_filter" },
      { refusal: "I can't help with that." },
    ]);
    expect(await usageOf(at.model.generate(askForVerdict()))).to.deep.equal(one);
    for (let asked = 0; asked < 3; asked++) expect(await usageOf(at.model.generate(ask()))).to.deep.equal(one);
  });

  it("does not know it where the provider does not say, and has none where nothing was answered", async () => {
    await using at = await modelAt([{ text: "No.", usage: null }, "No.", fault.badRequest("No such model.")]);
    const unknown = { inputTokens: null, outputTokens: null };
    expect(await usageOf(at.model.generate(askForVerdict()))).to.deep.equal(unknown);
    expect(await errorOf(at.model.generate(ask()))).not.to.have.property("usage");
  });
});
