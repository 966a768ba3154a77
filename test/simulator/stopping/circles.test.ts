import { expect } from "chai";
import { circleIn, usualCircles } from "../../../src/simulator/stopping/circles.js";
import type { Turn } from "../../../src/test-case/turn.js";

const turns = (...said: readonly string[]): Turn[] =>
  said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));

describe("going in circles", () => {
  it("is not begun by leave that is taken in the golden's own turns", () => {
    const leave = turns("Thanks!", "Bye!", "Thank you!", "Goodbye.");
    expect(circleIn(leave, 0, usualCircles)).to.equal("Both sides took leave of each other 2 times in a row.");
    expect(circleIn(leave, 2, usualCircles)).to.equal(null);
  });

  it("is no reply that is repeated while the agent works, nor one of several turns", () => {
    const rules = { ...usualCircles, repeatedReplies: 2 };
    const again = turns("a", "One moment.", "a", "One moment.");
    expect(circleIn(again, 0, rules)).to.include('the same reply 2 times in a row: "One moment."');
    const working = again.map((turn, at) => (at === 3 ? { ...turn, toolsCalled: [{ name: "look" }] } : turn));
    expect(circleIn(working, 0, rules)).to.equal(null);
    const one = again.slice(1, 2);
    expect(circleIn([...turns("a"), ...one, ...one], 0, rules)).to.equal(null);
  });
});
