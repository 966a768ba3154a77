import { expect } from "chai";
import { redactor } from "../../../src/models/cassette/secrets.js";

const { tree } = redactor([], { env: {} });
const without = (value: object): string => JSON.stringify(tree(value as never));

describe("a secret that stands beside its name", () => {
  const pairs: readonly object[] = [
    { name: "password", value: "hush-1" },
    { key: "api_key", value: "hush-1" },
    { Name: "Authorization", Value: "hush-1" },
    { header: "Cookie", value: "hush-1" },
    { variable: "DB_PASSWORD", val: "hush-1" },
    { k: "access_token", v: "hush-1" },
    { field: "clientSecret", content: "hush-1" },
    { name: "Authorization", values: ["hush-1", "hush-2"] },
    { key: "api_key", value: { stringValue: "hush-1" } },
    { value: "hush-1", name: "password" },
  ];
  for (const pair of pairs)
    it(`is not written: ${JSON.stringify(pair)}`, () => {
      for (const around of [pair, [pair], { headers: [pair] }, { env: [{ name: "HOME", value: "/" }, pair] }]) {
        expect(without(around)).to.contain("[redacted]").and.not.contain("hush");
      }
    });

  it("is not written in XML", () => {
    expect(without({ body: "<login><password>hush</password><ns:api_key>hush</ns:api_key></login>" })).to.equal(
      '{"body":"<login><password>[redacted]</password><ns:api_key>[redacted]</ns:api_key></login>"}',
    );
  });

  it("is told from what is none", () => {
    for (const value of [
      { name: "order_id", value: "A-1" },
      { key: "next_page_token", value: "abc" },
      { name: "password", type: "string", description: "The user's password" },
      { name: "max_tokens", value: 512 },
      { role: "user", name: "password", content: "my PIN is 1234" },
    ])
      expect(tree(value as never)).to.deep.equal(value);
  });
});
