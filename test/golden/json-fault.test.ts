import { expect } from "chai";
import fc from "fast-check";
import { jsonFault } from "../../src/golden/files/json-fault.js";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the place where a text stops being JSON", () => {
  const cases: [string, number, string][] = [
    ["[1 2]", 3, '"2" comes where a comma or "]" belongs'],
    ['{"a":1 "b"}', 7, '"\\"" comes where a comma or "}" belongs'],
    ["[1,]", 3, 'the comma before "]" is one too many'],
    ["{a:1}", 1, '"a" comes where a key in double quotes belongs'],
    ['{"a" 1}', 5, '"1" comes where a colon belongs'],
    ['{"a":}', 5, '"}" comes where a value belongs'],
    ["['a']", 1, "JSON puts text in double quotes, not in single ones"],
    ["[# no", 1, "JSON has no comments; YAML has"],
    ['["a\nb"]', 1, "the string that begins here holds a line break, a control character or a bad escape"],
    ['["\\x"]', 1, "the string that begins here holds a line break, a control character or a bad escape"],
    ["[NaN]", 1, '"NaN" comes where a value belongs'],
    ["[01]", 1, '"01" comes where a value belongs'],
    ["[1]]", 3, '"]" comes after the end of the value'],
  ];
  for (const [text, offset, message] of cases) {
    it(`is found in ${JSON.stringify(text)}`, () => {
      expect(jsonFault(text)).to.deep.equal({ offset, message, torn: false });
    });
  }

  it("is the end of a text that is torn off", () => {
    for (const torn of ["", "[", '{"a', '{"a":', '{"a":1', '["\\', '["\\u12', "[tru", "[-", "[1.", "[1e"])
      expect(jsonFault(torn), torn).to.include({ torn: true, message: "the text ends in the middle" });
  });

  it("has only sound JSON before it", () => {
    const pieces = fc.constantFrom(..."{}[]:,- \n", '"a"', '"', "\\", "1", "1.5e3", "true", "nul", "x", "'");
    const texts = fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const { offset, torn } = jsonFault(text);
        if (isJson(text)) return offset === text.length && !torn;
        const before = text.slice(0, offset);
        return torn || isJson(before) || jsonFault(before).torn;
      }),
      { numRuns: 2000 },
    );
  });

  it("is found in texts of any length", () => {
    const long = `["${"x".repeat(20_000_000)}"`;
    expect(jsonFault(`${long} 1`).offset).to.equal(long.length + 1);
    expect(jsonFault(long.slice(0, -1)).torn).to.equal(true);
  });
});
