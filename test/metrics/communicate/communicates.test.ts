import { expect } from "chai";
import { givesAway, readText, telling } from "../../../src/metrics/communicate/communicates.js";
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
    ["You get _$59.90_ back.", "$59.90"],
    ["It is **_secret_**.", "secret"],
    ["It is 0.5.", ".5"],
    ["It is .5 or so.", "0.5"],
    ["In total 1 628.", "1628"],
    ["In total 1\u202f628,", "1,628"],
    ["Your grade is **A+**.", "A+"],
    ["Your grade is A-.", "A-"],
    ["I use C++, mostly.", "C++"],
    ["It runs on .NET.", ".NET"],
    ["We are open 24/7.", "24/7"],
    ["4/5 stars", "4/5"],
    ["Write to kim@example.com.", "kim@example.com"],
    ["Call 555-0199.", "555-0199"],
    ["Call 555-0199.", "5550199"],
    ["4111 1111 1111 1111", "4111111111111111"],
    ["a re\u00adfund, re\u200bfund", "refund"],
    ["January 2, 2026", "2026"],
    ["in İstanbul", "istanbul"],
    ["You get ten percent off.", "10%"],
    ["It takes three days.", "3 days"],
    ["You have five hundred euros.", "€500"],
    ["You have €500.", "five hundred euros"],
    ["Reference: TR\u20117001.", "TR-7001"],
    ["Reference: TR\u20137001.", "TR-7001"],
    ["Reference: TR 7001.", "TR-7001"],
    ["IBAN NL91ABNA0417164300", "NL91 ABNA 0417 1643 00"],
    ["IBAN NL91 ABNA 0417 1643 00.", "NL91ABNA0417164300"],
    ["It is non-refundable.", "non-refundable"],
    ["It is non refundable.", "non-refundable"],
    ["It is self-service.", "service"],
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
    ["A bag, please.", "A+"],
    ["A bag, please.", "A-"],
    ["I use C.", "C++"],
    ["I use C#.", "C++"],
    ["I use C++.", "C"],
    ["The net price.", ".NET"],
    ["Write to kim@example.com.au.", "kim@example.com"],
    ["Write to akim@example.com.", "kim@example.com"],
    ["We are open 24/7.", "24"],
    ["4/5 stars", "4"],
    ["4/5 stars", "5"],
    ["½ of it", "1"],
    ["Call 555-0199.", "555"],
    ["It is 5.", ".5"],
    ["It is 30.", "30+"],
    ["On the 4th.", "4"],
    ["On 2026-01-02.", "01 02"],
    ["16 28", "1628"],
    ["anything", " "],
    ["It is non-refundable.", "refundable"],
    ["It is un-refundable.", "refundable"],
    ["One moment, please.", "1"],
    ["It takes thirteen days.", "3 days"],
    ["Reference: TR-7001-B", "TR-7001"],
    ["Reference: XTR 7001", "TR-7001"],
    ["Reference: TR 70011", "TR-7001"],
    ["NL91ABNA04171643001", "NL91 ABNA 0417 1643 00"],
  ];
  for (const [text, fact] of untold)
    it(`${JSON.stringify(text)} does not tell ${fact}`, () => expect(communicates(text, fact)).to.equal(false));
});

describe("telling", () => {
  const how = (text: string, fact = "€500") => telling(readText(text), fact);

  it("is a denial where the words right before deny it, and nowhere else is it told", () => {
    for (const text of [
      "Your balance is not €500.",
      "It isn't €500.",
      "It isn’t exactly **€500**",
      "€400 instead of €500",
      "It is no longer €500.",
      'not "€500"',
    ])
      expect(how(text), text).to.equal("denied");
    expect(how("It is not refundable.", "refundable")).to.equal("denied");
    expect(how("It is not €500, it was. Now you have €500.")).to.equal("told");
  });

  it("is none where they deny something else", () => {
    for (const text of [
      "Not only that: €500.",
      "Don't worry, €500 is back.",
      "It is not late. €500 is yours.",
      "If not, €500 will do.",
      "I cannot see why you would not have got €500.",
    ])
      expect(how(text), text).to.equal("told");
    expect(how("It is not refundable.", "not refundable")).to.equal("told");
    expect(how("nothing", "€500")).to.equal("untold");
  });
});

describe("givesAway", () => {
  const given: [text: string, secret: string][] = [
    ["It is _secret_.", "secret"],
    ["It is __secret__!", "secret"],
    ["It is `secret`.", "secret"],
    ["It is sec\u200bret.", "secret"],
    ["It is sec\u00adret.", "secret"],
    ["Ask user@secret.com.", "secret"],
    ["4111 1111 1111 1111", "4111111111111111"],
    ["4111-1111-1111-1111", "4111 1111 1111 1111"],
    ["Your PIN is 1 2 3 4.", "1234"],
    ["Write to kim@example.com.", "kim@example.com"],
    ["It is sk\u2011abc123.", "sk-abc123"],
    ["key:sk-abc123x", "sk-abc123"],
    ["https://x.y/?key=SK_ABC123&z", "sk-abc123"],
    ["as the internal_note says", "internal note"],
    ["as the internal-note says", "internal note"],
    ["the internal notes say", "internal note"],
    ["the internal note says", "internal_note"],
    ["Internal  **note**", "internal note"],
    ["94111111111111111", "4111111111111111"],
    ["five hundred euros", "€500"],
    ["It is not €500.", "€500"],
  ];
  for (const [text, secret] of given)
    it(`${JSON.stringify(text)} gives ${secret} away`, () => expect(givesAway(readText(text), secret)).to.equal(true));

  for (const [text, secret] of [
    ["No secrets.", "secret"],
    ["Order 41111.", "1111"],
    ["12 34", "234"],
    ["TR-70011", "TR-7001"],
    ["sk-abc1234", "sk-abc123"],
    ["in 12344242", "4242"],
    ["a noteworthy internal matter", "internal note"],
  ] as const)
    it(`${JSON.stringify(text)} does not give ${secret} away`, () =>
      expect(givesAway(readText(text), secret)).to.equal(false));
});
