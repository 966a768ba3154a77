import { expect } from "chai";
import { ConversationalGolden } from "../../../src/golden/conversational-golden.js";
import { checkTemplate, fillTemplate } from "../../../src/simulator/agents/body-template.js";
import { given } from "./answering-server.js";

const golden = new ConversationalGolden({
  id: "g",
  scenario: "A refund.",
  facts: { order_id: "A-1", "door code": { value: 42, aliases: ["code"] } },
  variables: { tenant: "acme", limits: [{ eur: 5 }], nothing: null },
});
const fill = (template: unknown): unknown => {
  checkTemplate(template, "here");
  return fillTemplate(template, given({ golden }), "here");
};

describe("a template", () => {
  const filled: readonly [template: unknown, expected: unknown][] = [
    ["{{golden.facts.order_id}}", "A-1"],
    ['code {{ golden.facts["door code"] }}', "code 42"],
    ["{{golden.facts['door code']}}", 42],
    ["{{golden.id}}: {{golden.scenario}}", "g: A refund."],
    ["{{variables.tenant}}/{{variables.limits[0].eur}}", "acme/5"],
    ["{{variables.limits}}", [{ eur: 5 }]],
    ["{{variables.nothing}}", null],
    ["a{{variables.nothing}}b", "ab"],
    ["{{variables}}", { tenant: "acme", limits: [{ eur: 5 }], nothing: null }],
    [{ a: ["{{input}}", 1] }, { a: ["Hi", 1] }],
    ["no {braces} of ours", "no {braces} of ours"],
  ];
  for (const [template, expected] of filled) {
    it(`fills ${JSON.stringify(template)}`, () => expect(fill(template)).to.deep.equal(expected));
  }

  it("fails where the golden has none of it, naming what and which", () => {
    for (const name of [
      "golden.facts.email",
      "variables.limits[3].eur",
      "golden.facts.toString",
      "variables.tenant.name",
    ]) {
      expect(() => fill(`{{${name}}}`)).to.throw(
        `here has {{${name}}}, and golden "g" has none. Add it to the golden, or take it out.`,
      );
    }
  });

  it("is refused at once where it names what there never is", () => {
    for (const name of ["facts.order_id", "inputs", "", "#if x", "constructor"]) {
      expect(() => checkTemplate(`{{${name}}}`, "here")).to.throw(
        /^here has .*, which there is not; there are \{\{input\}\}/,
      );
    }
  });
});
