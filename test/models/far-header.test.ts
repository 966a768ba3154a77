import { expect } from "chai";
import { OpenAIModel } from "../../src/models/openai-model.js";
import { fault, startOpenAIServer } from "../support/openai-server.js";
import { virtualClock } from "../support/virtual-clock.js";
import { ask, errorOf, KEY } from "./support.js";

describe("a Retry-After that nobody can wait for", () => {
  it("fails the call that got it, by name, and keeps others waiting for a minute at most", async () => {
    const server = await startOpenAIServer([fault.rateLimit({ retryAfter: "99999999999" }), "Hello.", "Hello."]);
    await using _ = { [Symbol.asyncDispose]: () => server.close() };
    const clock = virtualClock();
    const model = (baseURL = server.baseURL) =>
      new OpenAIModel({ model: "m", apiKey: KEY, baseURL }, { env: {}, clock, random: () => 0 });
    const failed = await errorOf(model().generate(ask()));
    expect(failed.message).to.include("Its Retry-After header asks to wait");
    const elsewhere = await model(server.baseURL.replace("127.0.0.1", "localhost")).generate(ask());
    expect(elsewhere.text, "another address").to.equal("Hello.");
    const next = model().generate(ask());
    await clock.advance(60_000);
    expect((await next).text).to.equal("Hello.");
  });
});
