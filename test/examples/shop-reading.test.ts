import { expect } from "chai";
import {
  consentIn,
  damagedIn,
  emailIn,
  isInHurry,
  orderNumberIn,
  ruleQuestionIn,
  saysGoodbye,
  wantsRefund,
} from "../../examples/shop/reading.js";

describe("examples/shop: reading the customer", () => {
  for (const [text, answer] of [
    ["Yes, go ahead.", "given"],
    ["Sure", "given"],
    ["Please do.", "given"],
    ["No problem, do it", "given"],
    ["Yes, why not?", "given"],
    ["No, please do not.", "refused"],
    ["Please don’t", "refused"],
    ["Don't wait, go ahead", "refused"],
    ["No, that's fine, leave it", "refused"],
    ["Not yet", "refused"],
    ["Yes, but not to that card", "unclear"],
    ["I'm not sure", "unclear"],
    ["Is that okay?", "unclear"],
    ["What?", "unclear"],
  ] as const) {
    it(`takes "${text}" as consent ${answer}`, () => expect(consentIn(text)).to.equal(answer));
  }

  it("takes the order number and the address named last, however they are written", () => {
    expect(orderNumberIn("A-1070, sorry, a1007 it is")).to.equal("A-1007");
    expect(orderNumberIn("room 1007")).to.equal(undefined);
    expect(emailIn("Not a@b.org but Kim@Example.com.")).to.equal("kim@example.com");
  });

  it("tells a wish for a refund from a mention of one", () => {
    expect(wantsRefund("My mug broke. I want my money back.")).to.equal(true);
    expect(wantsRefund("I don't want a refund, I want to know where it is.")).to.equal(false);
    expect(wantsRefund("How long does a refund take?")).to.equal(false);
  });

  it("tells a question on the rules from one on an order", () => {
    expect(ruleQuestionIn("Thanks. And what about the warranty?")).to.equal("And what about the warranty?");
    expect(ruleQuestionIn("Does order A-1007 ship today?")).to.equal(undefined);
    expect(ruleQuestionIn("Shipping was fast.")).to.equal(undefined);
  });

  it("counts what is broken of a set", () => {
    expect(damagedIn("It is two of the six.", 6)).to.equal(2);
    expect(damagedIn("3 of them", 6)).to.equal(3);
    expect(damagedIn("all of them", 6)).to.equal(6);
    expect(damagedIn("nine of the six", 6)).to.equal(undefined);
    expect(damagedIn("some of them", 6)).to.equal(undefined);
  });

  it("hears hurry and goodbye", () => {
    expect(isInHurry("Quickly please, I am boarding!")).to.equal(true);
    expect(isInHurry("Take your time.")).to.equal(false);
    expect(saysGoodbye("No, thanks.")).to.equal(true);
    expect(saysGoodbye("No, please do not.")).to.equal(false);
  });
});
