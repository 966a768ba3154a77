import { expect } from "chai";
import * as tables from "../../../src/simulator/users/agenda/phrases.js";

const consent =
  /\b(?:yes|yeah|yep|sure|ok|okay|go ahead|proceed|please do|do it|confirm|agreed?|of course|certainly|definitely|right|correct|fine|absolutely)\b/i;
const refusal = /\b(?:no|not|never|don't|won't|cancel|stop|leave it|rather)\b/i;

/** Agents read consent by single words: then the words of the others must not sound like it. */
const meansYes = new Set<string>(["agree", "agreeAgain", "agreeToMind", "right"]);

describe("the phrases of an AgendaUser", () => {
  const all = Object.entries(tables).flatMap(([name, table]) =>
    Object.values(table).flatMap((phrases) => phrases.map((phrase) => ({ name, phrase }))),
  );

  it("sound like a yes where it agrees, and only there", () => {
    for (const { name, phrase } of all) expect(consent.test(phrase), `${name}: ${phrase}`).to.equal(meansYes.has(name));
  });

  it("never sound like a no where it agrees", () => {
    for (const { name, phrase } of all) if (meansYes.has(name)) expect(refusal.test(phrase), phrase).to.equal(false);
  });

  it("begin with a no where it declines, and don't say goodbye by it", () => {
    for (const { name, phrase } of all.filter(({ name }) => name.startsWith("decline"))) {
      // No would agree to a "Do you mind …?"
      if (name !== "declineToMind") expect(phrase, name).to.match(/^No\b/);
      else expect(phrase, name).to.not.match(/\b(?:yes|no|not)\b/i);
      expect(phrase, name).to.not.match(/\bno,? (?:thanks|thank you)\b|that's all|bye/i);
    }
  });

  it("hold no digit and no address, which would be an invention", () => {
    for (const { phrase } of all) expect(phrase).to.not.match(/[\d@]/);
  });

  it("name what they are about in every manner, where a table has a place for it", () => {
    const places = {
      tell: /\{(?:facts|values)\}/i,
      wrong: /\{(?:facts|values)\}/,
      restate: /\{goal\}$/,
      raiseNext: /\{goal\}$/,
    };
    for (const { name, phrase } of all) {
      if (name in places) expect(phrase).to.match(places[name as keyof typeof places]);
    }
  });
});
