import { expect } from "chai";
import { communicates } from "../../../src/metrics/index.js";

describe("communicates", () => {
  const told: [text: string, fact: string][] = [
    ["The total is 1628.", "1,628"],
    ["The total is $1,628.00.", "1628"],
    ["I have refunded $59.90.", "59.9"],
    ["Das sind 59,90 €.", "€59.90"],
    ["You have 4 bags.", "4"],
    ["It arrives on January 2, 2026.", "2026-01-02"],
    ["It arrives on January 2nd.", "2026-01-02"],
    ["Your order A-1042 is on its way.", "a-1042"],
    ["See our Returns-Policy!", "returns policy"],
    ["Within 30 days.", "30 days"],
    ["您的退款已处理", "退款"],
    ["Done ✅", "✅"],
    ["CAFE\u0301 open", "café"],
  ];
  for (const [text, fact] of told)
    it(`${JSON.stringify(text)} tells ${fact}`, () => expect(communicates(text, fact)).to.equal(true));

  const untold: [text: string, fact: string][] = [
    ["There are 24 items.", "4"],
    ["Order A-4 is ready.", "4"],
    ["It is version 4.2.1.", "4"],
    ["You get 5% off.", "5"],
    ["It costs €59.90.", "$59.90"],
    ["It costs $59.", "$59.90"],
    ["It arrives on January 3, 2026.", "2026-01-02"],
    ["It arrives on January 2, 2025.", "2026-01-02"],
    ["It arrives on 1/2/2026.", "2026-01-02"],
    ["Your order A-10421.", "A-1042"],
    ["It was refunded.", "refund"],
    ["The policy on returns.", "returns policy"],
    ["At 10:30.", "10"],
    ["", "x"],
    ["anything", " "],
  ];
  for (const [text, fact] of untold)
    it(`${JSON.stringify(text)} does not tell ${fact}`, () => expect(communicates(text, fact)).to.equal(false));
});
