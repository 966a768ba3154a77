import { expect } from "chai";
import fc from "fast-check";
import { jsonInText } from "../../src/models/json-in-text.js";

const object = { type: "object" } as const;

/** JSON cannot keep -0, and neither does what is read. */
const jsonValue = () =>
  fc
    .jsonValue({ noUnicodeString: false, maxDepth: 4 })
    .filter((value) => !/-0[^.\d]/.test(`${JSON.stringify(value)} `));
const container = () => fc.oneof(fc.array(jsonValue()), fc.dictionary(fc.string(), jsonValue()));

describe("jsonInText", () => {
  it("reads any JSON value that stands alone", () => {
    fc.assert(
      fc.property(jsonValue(), (value) => {
        expect(JSON.stringify(jsonInText(` ${JSON.stringify(value)}\n`))).to.equal(JSON.stringify({ value }));
      }),
    );
  });

  it("reads any object or array out of prose and out of a fence, whatever its strings hold", () => {
    const prose = fc.string().map((text) => text.replace(/[`[\]{}"]/g, ""));
    fc.assert(
      fc.property(container(), prose, prose, fc.boolean(), (value, before, after, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        for (const answer of [`${before} ${text} ${after}`, `${before}\n\`\`\`json\n${text}\n\`\`\`\n${after}`])
          expect(JSON.stringify(jsonInText(answer))).to.equal(JSON.stringify({ value }));
      }),
    );
  });

  it("takes no fence within a string of the JSON for one around it", () => {
    const value = { say: "Run this: ```json\n[1]\n```", "```": [] };
    expect(jsonInText(`Sure: ${JSON.stringify(value)}`)).to.deep.equal({ value });
    expect(jsonInText(`Sure:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``)).to.deep.equal({ value });
  });

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "\\", "`", "a", ":", ",", "1", "\n") }),
        (text) => {
          expect(Object.keys(jsonInText(text))).to.have.length(1);
        },
      ),
    );
  });

  const found: Record<string, [text: string, value: unknown]> = {
    "a fenced scalar": ["```\n5\n```", 5],
    "brackets in strings": ['Sure: {"a":"} \\" {"} done', { a: '} " {' }],
    "braces in prose before it": ['As {asked}, here: {"a":1}', { a: 1 }],
    "a reference in prose before it": ['See [1] for this: {"a":1}', { a: 1 }],
    "the fence before an example in prose": ['Not {"a":1} but\n```json\n{"a":2}\n```', { a: 2 }],
    "JSON after a fence without any": ['```\nthinking\n```\n{"a":1}', { a: 1 }],
    "a fence that was never closed": ['```json\n{"a":1}', { a: 1 }],
    "a fence within a string": ['{"a":"use ```json [1] ``` here"}', { a: "use ```json [1] ``` here" }],
    "the key __proto__": ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  };
  for (const [name, [text, value]] of Object.entries(found)) {
    it(`finds ${name}`, () => {
      const schema = typeof value === "object" ? object : {};
      expect(jsonInText(text, schema)).to.deep.equal({ value });
    });
  }

  const refused: Record<string, string> = {
    "a piece of an object that is broken": '{"a":{"met":true}, oops}',
    "a piece of an object that was cut off": '{"a":{"met":true},"b":',
    "an element of an array where an object was asked for": '[{"met":true},{"met":false}]',
    "an element of an array in prose": 'Here: [{"met":true}]',
    "what another language writes": "{'met': True}",
    nothing: "  \n",
    "no JSON at all": "It is met.",
    "what is nested too deep": `${'{"a":'.repeat(300)}1${"}".repeat(300)}`,
  };
  for (const [name, text] of Object.entries(refused)) {
    it(`does not take ${name}`, () => {
      expect(jsonInText(text, object)).to.have.property("problem").that.is.a("string").and.not.equal("");
    });
  }

  it("says of which kind the answer is where it is of the wrong one", () => {
    expect(jsonInText("[1]", object)).to.deep.equal({ problem: "expected object, got array" });
    expect(jsonInText("1.5", { type: "integer" })).to.deep.equal({ problem: "expected integer, got number" });
    expect(jsonInText("2", { type: "integer" })).to.deep.equal({ value: 2 });
    expect(jsonInText("null", { type: ["object", "null"] })).to.deep.equal({ value: null });
  });

  it("takes time in proportion to the text", () => {
    const started = performance.now();
    jsonInText("{".repeat(300_000), object);
    jsonInText("{}x[".repeat(75_000) + "]".repeat(75_000), { type: "string" });
    expect(performance.now() - started).to.be.lessThan(2000);
  });

  for (const unit of [
    "`",
    "```",
    "```\n",
    "``` ",
    "~",
    "\n",
    " ",
    "\r\n",
    "{a} ",
    "[a]",
    '{"',
    '"',
    "\\",
    "1",
    "a",
    '{"a":1,}',
    "{}",
    "[]x",
  ]) {
    it(`takes no longer for ${JSON.stringify(unit)} over and over`, () => {
      const started = performance.now();
      jsonInText(unit.repeat(400_000 / unit.length), object);
      jsonInText(`${unit.repeat(400_000 / unit.length)}x`, { type: "string" });
      expect(performance.now() - started).to.be.lessThan(2000);
    });
  }
});
