import { expect } from "chai";
import { goldenOf, talk } from "./talk.js";

/** Why the conversation ended after one reply; null: the user goes on. */
const endedBy = (opening: string, reply: string): string | null =>
  talk(goldenOf({ opening }), () => reply, { turns: 2 }).end;

const beside: readonly (readonly [opening: string, reply: string])[] = [
  ["I'd like to book an appointment.", "We have many offers this week."],
  ["I'd like to book an appointment.", "We have many offers this week. Anything else?"],
  ["I'd like to book an appointment.", "Our summer sale has been extended."],
  ["Where is my parcel?", "We have many offers this week."],
  ["Where is my parcel?", "We ship worldwide."],
  ["When are you open?", "We have many offers this week."],
  ["I want to know my balance.", "Our team is here for you."],
  ["My wifi is down.", "Many customers love our fibre. Anything else?"],
];
const answers: readonly (readonly [opening: string, reply: string])[] = [
  ["Where is my parcel?", "It's in Leipzig."],
  ["Where is my parcel?", "In Leipzig."],
  ["When are you open?", "We close at five pm."],
  ["How long may I return shoes?", "You can send them back for a month."],
  ["What payment methods do you accept?", "We take Visa and PayPal."],
  ["Can I bring my dog?", "Yes."],
  ["My parcel is late. Please help.", "Your parcel arrives on Monday. Anything else?"],
];
describe("a reply to an AgendaUser", () => {
  for (const [opening, reply] of beside) {
    it(`of ${JSON.stringify(reply)} settles nothing for “${opening}”`, () => {
      expect(endedBy(opening, reply)).to.equal(null);
    });
  }
  for (const [opening, reply] of answers) {
    it(`of ${JSON.stringify(reply)} settles “${opening}”`, () => {
      const { end, said } = talk(goldenOf({ opening }), () => reply, { turns: 2 });
      expect(end ?? said.at(-1)).to.match(/the goal was reached|that's all/);
    });
  }
});
