import { expect } from "chai";
import { chooseUser } from "../../src/cli/choose-user.js";
import { AgendaUser } from "../../src/simulator/users/agenda-user.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import { rejection } from "./rejection.js";

const loadOpenAI = async () => ({ default: class {} });
const absent = async () => {
  throw Object.assign(new Error("Cannot find package 'openai'"), { code: "ERR_MODULE_NOT_FOUND" });
};
const env = { OPENAI_API_KEY: "sk-1" };

describe("--user", () => {
  it("is a model where the environment names one, and says which", async () => {
    for (const choice of [undefined, "model"] as const) {
      const { user, line } = await chooseUser(choice, { env, loadOpenAI });
      expect(user).to.be.instanceOf(LanguageModelUser);
      expect(line).to.equal("users: played by the model gpt-4.1-mini");
    }
  });

  it("is rules where there is none, or where they are asked for whatever the environment says", async () => {
    for (const { user, line } of [await chooseUser(undefined, { env: {} }), await chooseUser("rules", { env })]) {
      expect(user).to.be.instanceOf(AgendaUser);
      expect(line).to.equal("users: played by rules (AgendaUser)");
    }
  });

  it("says what is missing, and the ways out", async () => {
    const none = await rejection(chooseUser("model", { env: {} }));
    expect(none.message).to.include("OPENAI_API_KEY").and.include("--user rules");
    const uninstalled = await rejection(chooseUser(undefined, { env, loadOpenAI: absent }));
    expect(uninstalled.message).to.include("npm install --save-dev openai").and.include("--user rules");
    const half = await rejection(chooseUser(undefined, { env: { REHEARSAL_MODEL: "m" }, loadOpenAI }));
    expect(half.message).to.include("no API key").and.include("new AgendaUser()");
  });
});
