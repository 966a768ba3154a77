import { expect } from "chai";
import { modelCheck } from "../../../src/cli/doctor/model-check.js";

describe("doctor: model", () => {
  it("says what happens without one", () => {
    expect(modelCheck({}, true)).to.have.property("found").that.includes("rules");
    expect(modelCheck({ OPENAI_API_KEY: "  " }, true).status).to.equal("note");
  });

  it("prints names of variables, never their values", () => {
    const secret = "sk-very-secret";
    for (const env of [
      { OPENAI_API_KEY: secret },
      { REHEARSAL_BASE_URL: secret },
      { REHEARSAL_API_KEY: secret, REHEARSAL_BASE_URL: "http://127.0.0.1:1/v1" },
    ]) {
      for (const installed of [true, false]) {
        const check = modelCheck(env, installed);
        expect(check.found).to.include(Object.keys(env)[0]);
        expect(JSON.stringify(check)).to.not.include(secret);
      }
    }
  });

  it("finds settings that can't work together", () => {
    expect(modelCheck({ OPENAI_API_KEY: "k" }, true).status).to.equal("ok");
    expect(modelCheck({ REHEARSAL_MODEL: "m" }, true)).to.have.property("status", "problem");
    expect(modelCheck({ OPENAI_API_KEY: "k" }, false))
      .to.have.property("advice")
      .that.includes("install");
  });
});
