import { expect } from "chai";
import { EvaluationDataset, type InvalidDatasetError } from "../../src/golden/evaluation-dataset.js";
import { hasMatchers } from "../../src/metrics/trajectory/arguments/check-matcher.js";
import { matcherNames } from "../../src/test-case/matcher-names.js";

const issuesOf = (args: string) => {
  const text = `- id: a\n  scenario: s\n  expected_tools:\n    - lookup\n    - name: refund\n      input_parameters:\n        ${args}\n`;
  try {
    return EvaluationDataset.parse(text, { format: "yaml", file: "a.yaml" }).issues;
  } catch (error) {
    return (error as InvalidDatasetError).issues;
  }
};

describe("a golden with a misspelt matcher", () => {
  it("is refused when it is read, and says where", () => {
    const [issue, ...more] = issuesOf("total: { $closeto: 5 }");
    expect(more).to.deep.equal([]);
    expect(issue).to.deep.include({ file: "a.yaml", row: 1, line: 7 });
    expect(issue?.path).to.equal("expectedTools[1].inputParameters.total.$closeto");
    expect(issue?.message).to.match(/did you mean \$closeTo\?.*\$literal/);
    for (const args of ["items: [{ $gt: 1 }]", "total: { $optional: { $closeto: 5 } }", "$any: true, $anny: 1"])
      expect(issuesOf(args.startsWith("$") ? `{ ${args} }` : args), args).to.have.length(1);
  });

  it("is none where it is right, or stands for itself", () => {
    for (const args of [
      "total: { $closeTo: 5, abs: 1 }",
      "query: { $literal: { $gt: 5 } }",
      "query: { $oneOf: [{ $gt: 5 }] }",
      'price: "$5"',
    ])
      expect(issuesOf(args), args).to.deep.equal([]);
  });

  it("is known by the names that are asserted", () => {
    let told = "";
    try {
      hasMatchers({ $zzzzzzzzzzzz: 1 }, "a");
    } catch (error) {
      told = String(error);
    }
    expect(told).to.include(`the matchers are ${matcherNames.join(", ")}.`);
  });
});
