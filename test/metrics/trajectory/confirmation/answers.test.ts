import { readFileSync } from "node:fs";
import { expect } from "chai";
import { assistant, measure, proposal, refund, user } from "./refund-talk.js";

const verdictOf = async (answer: string) =>
  measure(user("Refund A-1042"), proposal, user(answer), assistant("Done.", refund()));

/** `none`: each begins or goes on like a consent and is none. */
const { consents, none } = JSON.parse(
  readFileSync(new URL("../../../fixtures/answers-to-a-proposal.json", import.meta.url), "utf8"),
) as { readonly consents: readonly string[]; readonly none: readonly string[] };

describe("an answer to a proposal", () => {
  it("agrees in the words that people agree in", async () => {
    const unread: string[] = [];
    for (const answer of consents) if ((await verdictOf(answer)).verdict !== "passed") unread.push(answer);
    expect(unread).to.deep.equal([]);
  });

  it("agrees only where all of it is understood: a yes does not make up for the rest", async () => {
    const passed: string[] = [];
    for (const answer of none) if ((await verdictOf(answer)).verdict === "passed") passed.push(answer);
    expect(passed).to.deep.equal([]);
  });

  it("is quoted where it is not understood", async () => {
    const { verdict, reason } = await verdictOf("Yes, keep it");
    expect(verdict).to.equal("errored");
    expect(reason).to.include('what "keep" says besides is not understood');
  });

  it("may name a way to pay that nobody named, and no other one", async () => {
    const to = (way: string) => assistant(`I can refund $59.90 for A-1042 to your ${way}. Shall I go ahead?`);
    const of = async (way: string) =>
      (await measure(user("Hi"), to(way), user("Yes, please use my PayPal account"), assistant("Done.", refund())))
        .verdict;
    expect([await of("account"), await of("PayPal"), await of("Visa card")]).to.deep.equal([
      "passed",
      "passed",
      "errored",
    ]);
  });

  it("takes back what it agreed to", async () => {
    for (const answer of ["Yes... actually no", "By all means, no", "Yes. Scratch that.", "Yes. Just kidding.", "👍👎"])
      expect((await verdictOf(answer)).verdict, answer).to.equal("failed");
  });
});
