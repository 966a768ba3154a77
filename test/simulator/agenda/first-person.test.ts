import { expect } from "chai";
import { inFirstPerson } from "../../../src/simulator/users/agenda/first-person.js";
import { after, goldenOf, talk } from "./talk.js";

const turned: readonly (readonly [scenario: string, said: string])[] = [
  ["A customer wants one margherita delivered.", "I want one margherita delivered."],
  ["User wants to cancel order A-1.", "I want to cancel order A-1."],
  ["The angry user needs to change their flight to Boston. He is impatient.", "I need to change my flight to Boston."],
  ["A caller asks whether the shop is open on Sundays.", "I'd like to know whether the shop is open on Sundays."],
  ["A long-time client asks for a discount and wants it now.", "I'd like a discount and want it now."],
  ["The guest is looking for a quiet room.", "I'm looking for a quiet room."],
  ["A shopper has a broken kettle and wants her money back.", "I have a broken kettle and want my money back."],
  ["A customer who bought headphones wants a refund.", "I bought headphones and want a refund."],
  ["An existing client would like to cancel his subscription.", "I'd like to cancel my subscription."],
  ["A customer calls about a late parcel.", "I have a question about a late parcel."],
  ["A user is locked out of their account.", "I'm locked out of my account."],
];

describe("inFirstPerson", () => {
  for (const [scenario, said] of turned)
    it(`says "${scenario}" in the first person`, () => {
      expect(inFirstPerson(scenario)).to.equal(said);
    });

  it("leaves what a person would say as it stands", () => {
    for (const own of ["I want a refund.", "Where is order A-1?", "My kettle broke. It leaks."])
      expect(inFirstPerson(own)).to.equal(own);
  });

  it("announces what it can't turn, rather than say half of it wrong", () => {
    for (const other of [
      "Refund for broken headphones.",
      "A customer returns shoes.",
      "A user wants shoes as they are too old.",
    ])
      expect(inFirstPerson(other)).to.equal(`Hello, it's about this: ${other}`);
  });

  it("is announced once, by whichever words the user says it again", () => {
    const golden = goldenOf({ scenario: "Refund for broken headphones." });
    for (const manner of ["calm", "terse", "impatient", "polite", "chatty"])
      for (let seed = 1; seed <= 20; seed++) {
        const persona = { characteristics: `${manner} person` };
        const asked = ["Sorry, could you rephrase that?", "I don't understand. What do you want?", "Pardon?"];
        const { said } = talk({ ...golden, persona }, (_, n) => asked[n] ?? "", { seed, turns: 4 });
        for (const line of said.slice(1)) expect(line).to.not.match(/about this:/);
        expect(said.slice(1).join()).to.contain("efund for broken headphones");
      }
  });

  it("is for scenarios: an opening and goals are said verbatim", () => {
    const scenario = "A customer wants one margherita delivered.";
    const opening = "A customer wants tea.";
    const first = (golden: Parameters<typeof goldenOf>[0]) => talk(goldenOf(golden), () => "", { turns: 1 }).said[0];
    expect(first({ scenario })).to.equal("I want one margherita delivered.");
    expect(first({ scenario, opening })).to.equal(opening);
    expect(first({ scenario, goals: [opening] })).to.equal(opening);
    expect(after(goldenOf({ scenario }), ["Sorry, could you rephrase that?"])).to.include("I want one margherita");
  });
});
