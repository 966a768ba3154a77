import { expect } from "chai";
import { modelFromEnv } from "../../src/models/from-env.js";
import { startOpenAIServer } from "../support/openai-server.js";
import { ask, errorOf } from "./support.js";

describe("modelFromEnv", () => {
  it("is null where nothing names a model", () => {
    for (const env of [{}, { OPENAI_API_KEY: " ", REHEARSAL_MODEL: "" }, { OPENAI_BASE_URL: "http://o/v1" }])
      expect(modelFromEnv(env)).to.equal(null);
  });

  it("is the model that is named, or the default one", () => {
    expect(modelFromEnv({ REHEARSAL_MODEL: "m" })?.id).to.equal("m");
    expect(modelFromEnv({ OPENAI_API_KEY: "k" })?.id).to.equal("gpt-4.1-mini");
    const elsewhere = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
    expect(modelFromEnv(elsewhere)?.id).to.equal("model without a name");
  });

  it("asks it where the environment says", async () => {
    await using server = await startOpenAIServer(["Hello."]);
    const model = modelFromEnv({ REHEARSAL_MODEL: "m", REHEARSAL_BASE_URL: server.baseURL });
    expect((await model?.generate(ask()))?.text).to.equal("Hello.");
  });

  it("leaves it to the first request to say what is missing", async () => {
    const model = modelFromEnv({ REHEARSAL_BASE_URL: "http://127.0.0.1:1/v1" });
    if (model === null) expect.fail("there should be a model");
    expect((await errorOf(model.generate(ask()))).message).to.include("Set REHEARSAL_MODEL");
  });
});
