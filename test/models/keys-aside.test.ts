import { expect } from "chai";
import fc from "fast-check";
import { keysAside } from "../../src/models/keys-aside.js";
import { withoutKeys } from "../../src/models/key-shapes.js";

const env = {
  OPENAI_API_KEY: "sk-proj-KEYabcdefghij1234567890KEY",
  DB_PASSWORD: 'p"a\\ss w/ö',
  OLLAMA_API_KEY: "ollama",
  HOME: "/home/somebody",
};
const { hide, mask, restore } = keysAside({ env });
const shaped = {
  openai: "sk-proj-Ab12Cd34Ef56Gh78",
  github: "ghp_0123456789abcdefghijklmnopqrstuvwxyz",
  google: "AIzaSyA1234567890abcdefghijklmnopqrstuv",
  aws: "AKIAIOSFODNN7EXAMPLE",
  jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
  slack: "xoxb-1234567890-abcdefghij",
};

describe("keys that are left out of what is written", () => {
  it("of the environment are written by name, and put in again", () => {
    for (const key of [env.OPENAI_API_KEY, env.DB_PASSWORD]) {
      for (const said of [key, `a ${key} b`, JSON.stringify({ key }), `http://h/?k=${encodeURIComponent(key)}`]) {
        const value = { text: said, [`x ${key}`]: [{ said }, 1, null, true] };
        const written = JSON.stringify(hide(value));
        for (const part of ["KEYabc", "p\\", "%C3%B6", "w/ö"]) expect(written).to.not.contain(part);
        expect(restore(JSON.parse(written))).to.deep.equal(value);
      }
    }
    expect(mask(`Bearer ${env.OPENAI_API_KEY}`)).to.equal("Bearer [redacted:OPENAI_API_KEY]");
    expect(restore("[redacted:GONE_KEY]")).to.equal("[redacted:GONE_KEY]");
  });

  it("that are known by how they look become false ones of the same look, each its own", () => {
    for (const key of Object.values(shaped)) {
      const written = mask(`it is ${key}, see`);
      expect(written).to.contain("REDACTED").and.not.contain(key);
      expect(written).to.have.lengthOf(`it is ${key}, see`.length);
      expect(mask(written)).to.equal(written);
      expect(mask(`it is ${key}, see`)).to.equal(written);
      expect(withoutKeys(written, [], {})).to.equal("it is ***, see");
    }
    expect(mask("sk-proj-Ab12Cd34Ef56Gh78Ij90")).to.not.equal(mask("sk-proj-Ab12Cd34Ef56Gh78Ij91"));
    expect(mask("postgres://u:hunter2@h/db")).to.match(/^postgres:\/\/u:REDACTED\d*@h\/db$/);
  });

  it("leave in place what stands in the golden, and what is none", () => {
    const planted = keysAside({ env, isPlain: (text) => text === shaped.openai });
    expect(planted.hide(`say ${shaped.openai}`)).to.equal(`say ${shaped.openai}`);
    for (const text of [
      "Basic authentication is needed",
      "a sk-learn-like library",
      "password: my PIN is 1234",
      "order A-1042",
      "Zm9v".repeat(5000),
    ])
      expect(mask(text)).to.equal(text);
  });

  it("are put in again in any text, whatever marks it has itself", () => {
    const part = fc.constantFrom(
      "[redacted:",
      "]",
      "OPENAI_API_KEY",
      env.OPENAI_API_KEY,
      env.DB_PASSWORD,
      " ",
      "[redacted:]",
    );
    const text = fc.array(fc.oneof(part, fc.string()), { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.dictionary(text, text)), (value) => {
        expect(restore(JSON.parse(JSON.stringify(hide(value))))).to.deep.equal(value);
      }),
    );
  });
});
