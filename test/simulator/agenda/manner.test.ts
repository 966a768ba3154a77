import { expect } from "chai";
import { mannerOf, type Manner } from "../../../src/simulator/users/agenda/manner.js";
import { after, goldenOf } from "./talk.js";

const personas: { readonly [manner in Manner]: readonly string[] } = {
  terse: [
    "Terse. Answers what is asked and nothing more.",
    "A man of few words.",
    "Polite but brief",
    "Speaks to the point.",
  ],
  impatient: ["Impatient and easily annoyed.", "In a hurry.", "Upset that the parcel is late."],
  chatty: ["Chatty, tells stories.", "Long-winded."],
  polite: ["Very polite.", "A friendly, courteous person"],
  plain: ["A customer from Berlin.", "Not polite.", "Never rude", "Isn’t chatty."],
};

describe("the manner of an AgendaUser", () => {
  for (const manner of Object.keys(personas) as Manner[]) {
    it(`is ${manner} by the words of its persona`, () => {
      for (const characteristics of personas[manner]) {
        expect(mannerOf({ characteristics }), characteristics).to.equal(manner);
      }
    });
  }

  it("is plain without a persona", () => {
    expect(mannerOf(undefined)).to.equal("plain");
  });

  it("is heard in its words, and the value stands in all of them", () => {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    const said = ["Terse.", "Impatient.", "Chatty.", "Polite.", "From Berlin."].map((persona) => {
      const golden = goldenOf({ persona, facts: { order_id: "A-1042" } });
      return seeds.map((seed) => after(golden, ["Your order number, please?"], { seed }));
    });
    expect(new Set(said.map((words) => [...new Set(words)].sort().join("\n"))).size).to.equal(said.length);
    for (const words of said.flat()) expect(words).to.include("A-1042");
  });

  it("varies with the seed", () => {
    const golden = goldenOf({ persona: "Chatty.", facts: { order_id: "A-1042" } });
    const said = [1, 2, 3, 4, 5, 6].map((seed) => after(golden, ["Your order number, please?"], { seed }));
    expect(new Set(said).size).to.be.greaterThan(1);
  });
});
