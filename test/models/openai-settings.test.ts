import { expect } from "chai";
import { OpenAIModel } from "../../src/models/openai-model.js";
import { openAISettings } from "../../src/models/openai-settings.js";
import { ask, errorOf } from "./support.js";

describe("openAISettings", () => {
  it("takes an option before REHEARSAL_ before OPENAI_, and a blank for absent", () => {
    const env = {
      REHEARSAL_MODEL: "rm",
      REHEARSAL_API_KEY: "rk",
      OPENAI_API_KEY: "ok",
      REHEARSAL_BASE_URL: "http://r/v1",
      OPENAI_BASE_URL: "http://o/v1",
    };
    const own = openAISettings({ model: "m", apiKey: "k", baseURL: "http://x/v1" }, env);
    expect(own).to.deep.equal({ model: "m", apiKey: "k", baseURL: "http://x/v1", official: false });
    expect(openAISettings({}, env)).to.include({ model: "rm", apiKey: "rk", baseURL: "http://r/v1" });
    const blank = { ...env, REHEARSAL_API_KEY: " ", REHEARSAL_BASE_URL: "" };
    expect(openAISettings({}, blank)).to.include({ apiKey: "ok", baseURL: "http://o/v1" });
  });

  it("has a default model at OpenAI itself only", () => {
    expect(openAISettings({}, { OPENAI_API_KEY: "k" })).to.deep.equal({
      model: "gpt-4.1-mini",
      apiKey: "k",
      baseURL: null,
      official: true,
    });
    expect(() => openAISettings({ baseURL: "http://127.0.0.1:1/v1" }, {})).to.throw(
      "Set REHEARSAL_MODEL, or pass model.",
    );
    const proxied = openAISettings({ apiKey: "k", baseURL: "https://eu.api.openai.com/v1" }, {});
    expect(proxied).to.include({ model: "gpt-4.1-mini", official: true });
    expect(openAISettings({ model: "m", baseURL: "https://notopenai.com/v1" }, {}).official).to.equal(false);
  });

  it("names a base URL that is none, without showing it: it may be a key in the wrong place", () => {
    for (const REHEARSAL_BASE_URL of ["localhost:11434/v1", "sk-oops", "http://"]) {
      expect(() => openAISettings({ model: "m" }, { REHEARSAL_BASE_URL }))
        .to.throw("OpenAIModel: REHEARSAL_BASE_URL is no http(s) address.")
        .with.property("message")
        .that.does.not.include(REHEARSAL_BASE_URL === "http://" ? "http:///" : REHEARSAL_BASE_URL);
    }
  });

  it("says what is missing and how to give it, before the package is even loaded", async () => {
    const loadOpenAI = async () => expect.fail("loaded");
    const model = new OpenAIModel({}, { env: {}, loadOpenAI });
    const error = await errorOf(model.generate(ask()));
    expect(error.code).to.equal("missing_setting");
    expect(error.message).to.equal(
      "OpenAIModel has no API key. Set OPENAI_API_KEY or REHEARSAL_API_KEY, or pass apiKey. " +
        "For a server that needs none (Ollama, vLLM, LM Studio, …) set REHEARSAL_BASE_URL, or pass baseURL.",
    );
  });

  it("finds a setting that came later", async () => {
    const env: Record<string, string> = {};
    const create = async () => ({ choices: [{ message: { content: "Hello." } }] });
    const OpenAI = function () {
      return { chat: { completions: { create } } };
    };
    const model = new OpenAIModel({}, { env, loadOpenAI: async () => ({ default: OpenAI }) });
    await errorOf(model.generate(ask()));
    env.OPENAI_API_KEY = "k";
    expect((await model.generate(ask())).text).to.equal("Hello.");
  });
});

describe("loading the package openai", () => {
  const failing = async (thrown: Error) => {
    const loadOpenAI = () => Promise.reject(thrown);
    return errorOf(new OpenAIModel({ apiKey: "k" }, { env: {}, loadOpenAI }).generate(ask()));
  };

  it("names the install command where it is absent", async () => {
    const absent = Object.assign(new Error("Cannot find package 'openai' imported from /x.js"), {
      code: "ERR_MODULE_NOT_FOUND",
    });
    const error = await failing(absent);
    expect(error.code).to.equal("missing_package");
    expect(error.message).to.equal(
      "OpenAIModel needs the package openai (4 to 7), which is not installed. Install it: npm install --save-dev openai",
    );
    expect(error.cause).to.equal(absent);
  });

  it("tells why it can't be loaded where it is there", async () => {
    const error = await failing(new SyntaxError("Unexpected token"));
    expect(error.code).to.equal("missing_package");
    expect(error.message).to.include("which can't be loaded (Unexpected token)");
  });
});
