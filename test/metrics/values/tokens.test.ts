import { expect } from "chai";
import fc from "fast-check";
import { tokens } from "../../../src/metrics/values/tokens.js";

const read = (text: string): string =>
  tokens(text)
    .map((token) => {
      if (token.kind === "word") return token.word;
      if (token.kind === "date") return `@${String(token.year)}-${String(token.month)}-${String(token.day)}`;
      if (token.kind === "time") return `~${String(token.minutes)}${token.half ?? ""}`;
      return `#${String(token.value)}${token.alternative === undefined ? "" : `|${String(token.alternative)}`}${token.unit ?? ""}`;
    })
    .join(" ");

describe("tokens", () => {
  const cases: [text: string, tokens: string][] = [
    ["I have refunded $59.90.", "i have refunded #59.9$"],
    ["1,628 and 1628 and $1,628.00", "#1628 and #1628 and #1628$"],
    ["59,90 € or 1.628,00 EUR or €1.628", "#59.9EUR or #1628EUR or #1.628|1628EUR"],
    ["1\u00a0628 and 1'234.50 and 1,00,000", "#1628 and #1234.5 and #100000"],
    ["USD 59.90, US$5, 5 dollars, 5%, $5 USD", "#59.9USD #5USD #5$ #5% #5USD"],
    ["$1.5k, $2M, 3 million, 5k, 5m", "#1500$ #2000000$ #3000000 #5000 #5 m"],
    ["-5 and $-5.00 and -$5, but 5-7, - 5 and 5 - 3", "#-5 and #-5$ and #-5$ but #5 #7 #5 and #5 #3"],
    ["rooms 1,2 and 3", "rooms #1 #2 and #3"],
    ["order A-1042 (HAT136), credit_card_7447", "order a-1042 hat136 credit_card_7447"],
    ["5-day trial, 10kg, 9am, the 3rd", "#5 day trial #10 kg ~540am the 3rd"],
    ["v1.2.3 192.168.1.1 7f3a 0049 555-123-4567", "v1.2.3 192.168.1.1 7f3a 0049 555-123-4567"],
    ["10:30 AM at 09:30", "~630am at ~570"],
    [
      "May 20th, 2024; 20 May 2024; 2024-05-20T10:00; 20.05.2024; 5/20/2024",
      "@2024-5-20 @2024-5-20 @2024-5-20 ~600 @2024-5-20 @2024-5-20",
    ],
    ["Jan 2, the 2nd of January", "@null-1-2 the @null-1-2"],
    ["you may 5 times", "you may #5 times"],
    ["1/2/2026 and 2026-13-01", "1/2/2026 and 2026-13-01"],
    ["don’t follow-up", "don't follow up"],
    ["straße STRASSE ﬁne", "strasse strasse fine"],
    ["您的退款 59.90元", "您 的 退 款 #59.9 元"],
    ["kim@example.com, mailto:kim.lee+x@mail.example.com.", "kim@example.com mailto kim.lee+x@mail.example.com"],
    ["C++, C# and A+, not C or A; a+b", "c++ c# and a+ not c or a a b"],
    ["24/7, 4/5 of ½ and $5/month", "24/7 4/5 of 1/2 and #5$ month"],
    ["555-0199 and 555-1234, but 500-1000 and 3-5", "555-0199 and 555-1234 but #500 #1000 and #3 #5"],
    [".5, 0.5, $.50, v.5 and …5", "#0.5 #0.5 #0.5$ v.5 and #5"],
    [
      "1 628 and 1\u202f628.50 and $1 000 000, but 12 3456 and +1 555 019",
      "#1628 and #1628.5 and #1000000$ but #12 #3456 and #1 #555 019",
    ],
    ["_$59.90_ __yes__ a_b _c", "#59.9$ yes a_b c"],
    ["re\u00adfund 1\u200b628 \u202e4", "refund #1628 #4"],
    ["1,234,5", "#1 #234 #5"],
    ["", ""],
  ];
  for (const [text, wanted] of cases) it(`reads ${JSON.stringify(text)}`, () => expect(read(text)).to.equal(wanted));

  it("reads any text, and every number it is shown", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) =>
        tokens(text).every((token) => token.kind !== "number" || Number.isFinite(token.value)),
      ),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        const value = cents / 100;
        const written = value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
        expect(read(`It is $${written}, I think.`)).to.equal(`it is #${String(value)}$ i think`);
      }),
    );
  });

  it("takes time in proportion to the text", () => {
    const start = process.cpuUsage();
    const pieces = ["a.", "1,", "A-", "1.", "1", "-", "a ", "$1 ", "May ", "_", "1 ", "1 234 ", "12,34,", "123,456,"];
    for (const piece of [...pieces, "123.456.", "a@", "a@b.", "a_", "C+", "5a", "a-1.", "/1", "1-"]) {
      expect(tokens(piece.repeat(Math.ceil(240_000 / piece.length)))).to.be.an("array");
    }
    // Quadratic, each of these would take minutes.
    expect(process.cpuUsage(start).user / 1000).to.be.below(40_000);
  }).timeout(120_000);
});
