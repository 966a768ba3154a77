import { expect } from "chai";
import { isFarewell } from "../../../src/simulator/stopping/farewell.js";

const farewells = [
  "Bye!",
  "Goodbye, take care.",
  "Thank you so much for your help!",
  "You're welcome. Have a great day!",
  "Thanks, you too. Bye-bye",
  "Great, thanks again!",
  "No problem, happy to help. Enjoy the rest of your day!",
  "Vielen Dank, auf Wiedersehen!",
  "Merci beaucoup, au revoir.",
  "¡Muchas gracias, adiós!",
  "Tak, farvel",
];
const others = [
  "",
  "Ok.",
  "Yes.",
  "Thanks, my order number is A-1042.",
  "Thanks, but I still need the refund.",
  "Is there anything else? Bye!",
  "Your refund of $59.90 is on its way. Goodbye!",
  "Thank you for the number, I am looking up the order.",
  "I appreciate your patience while I check.",
];

describe("taking leave", () => {
  for (const text of farewells) it(`is "${text}"`, () => expect(isFarewell(text)).to.equal(true));
  for (const text of others) it(`is not "${text}"`, () => expect(isFarewell(text)).to.equal(false));

  it("is read in no time, however long a text is", () => {
    const before = performance.now();
    isFarewell("thanks so much and ".repeat(10_000));
    isFarewell(`${"have a nice day and thank you for your ".repeat(4)}x`);
    expect(performance.now() - before).to.be.below(200);
  });
});
