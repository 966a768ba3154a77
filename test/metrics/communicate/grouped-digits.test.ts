import { expect } from "chai";
import { communicates, givesAway, readText } from "../../../src/metrics/communicate/communicates.js";

const given = (text: string, fact: string) => givesAway(readText(text), fact);

describe("a number that identifies, in other groups", () => {
  const same: readonly (readonly string[])[] = [
    [
      "555-123-4567",
      "(555) 123 4567",
      "(555) 123-4567",
      "(555)123-4567",
      "555.123.4567",
      "555 123 4567",
      "5551234567",
      "+1 555 123 4567",
      "+1 (555) 123-4567",
      "+1-555-123-4567",
      "+15551234567",
      "1-555-123-4567",
      "001 555 123 4567",
      "555 - 123 - 4567",
      "555–123–4567",
    ],
    ["+49 30 1234567", "030 1234567", "030/1234567", "+49 (0)30 1234567", "0049 30 1234567", "+49 (30) 12 34 567"],
    ["01.23.45.67.89", "01 23 45 67 89", "+33 1 23 45 67 89", "+33 (0)1.23.45.67.89", "0123456789"],
    ["4111 1111 1111 1111", "4111-1111-1111-1111", "4111111111111111", "4111.1111.1111.1111"],
    ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "DE89-3704-0044-0532-0130-00"],
    ["123-45-6789", "123 45 6789", "123456789", "123.45.6789"],
    ["TR-7001", "TR 7001", "TR7001"],
  ];
  for (const forms of same)
    for (const fact of forms)
      it(`${fact} is told, and given away, by each of its forms`, () => {
        for (const form of forms)
          for (const text of [form, `Call ${form}.`, `It is **${form}**, as I said.`, `(${form})`]) {
            expect(communicates(text, fact), text).to.equal(true);
            expect(given(text, fact), text).to.equal(true);
          }
      });

  const untold: readonly (readonly [text: string, fact: string])[] = [
    ["It is 555-123-45678.", "555-123-4567"],
    ["It is 9555-123-4567.", "555-123-4567"],
    ["It is 4111 1111 1111 1111.", "11111111"],
    ["It is 4111-1111-1111-1111.", "1111 1111 1111"],
    ["On 2026-12-01.", "20261201"],
    ["On 01.12.2026.", "01122026"],
    ["Number 20261201.", "2026-12-01"],
    ["The rate is 12345.67.", "1234567"],
    ["Between 1234.567 and 2.", "1234567"],
    ["Order TR-5551234.", "5551234"],
    ["+44 555 123 4567", "+1 555 123 4567"],
    ["12.50 13.50 14.50", "12501350"],
    ["192.168.1.100", "1921681100"],
    ["1 234", "12-34"],
    ["There is a 1042 in it.", "A-1042"],
    ["Version 1.2.3.4567.", "1234567"],
  ];
  for (const [text, fact] of untold)
    it(`${JSON.stringify(text)} does not tell ${fact}`, () => expect(communicates(text, fact)).to.equal(false));

  for (const [text, secret] of [
    ["The score is 0.4837.", "04837"],
    ["The score is 0.4837217.", "4837-2171"],
    ["It costs 1234.567.", "1234567"],
    ["At 12.50 13.50", "1250-1350"],
    ["555-123-4568", "555-123-4567"],
    ["In 1 234 days.", "555-123-4567"],
  ] as const)
    it(`${JSON.stringify(text)} does not give ${secret} away`, () => expect(given(text, secret)).to.equal(false));

  for (const [text, secret] of [
    ["ref 99(555) 123 45671", "555-123-4567"],
    ["Born 19800517.", "1980-05-17"],
    ["x4111.1111.1111.1111y", "4111 1111 1111 1111"],
    ["It isn't (555) 123 4567.", "555-123-4567"],
  ] as const)
    it(`${JSON.stringify(text)} gives ${secret} away`, () => expect(given(text, secret)).to.equal(true));
});
