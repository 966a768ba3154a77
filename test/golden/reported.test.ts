import { readFileSync } from "node:fs";
import { expect } from "chai";
import { EvaluationDataset, type InvalidDatasetError } from "../../src/golden/evaluation-dataset.js";
import type { DatasetFormat } from "../../src/golden/files/format.js";
import { Golden, type GoldenInput } from "../../src/golden/golden.js";
import { LLMTestCase } from "../../src/test-case/llm-test-case.js";

interface Fixture<Input, Expected> {
  readonly report: string;
  readonly input: Input;
  readonly expected: Expected;
}

function reported<Input, Expected>(name: string): Fixture<Input, Expected> {
  const url = new URL(`../fixtures/reported/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")) as Fixture<Input, Expected>;
}

function failure(read: () => unknown): InvalidDatasetError {
  try {
    read();
  } catch (error) {
    return error as InvalidDatasetError;
  }
  throw new Error("was accepted");
}

describe("what others reported of files of goldens", () => {
  for (const name of ["deepeval-2564", "deepeval-3299"]) {
    const { report, input, expected } = reported<{ goldens: GoldenInput[] }, Record<DatasetFormat, "equal">>(name);
    for (const format of Object.keys(expected) as DatasetFormat[]) {
      it(`${report}: what was written as ${format} is read back equal`, () => {
        const { goldens } = EvaluationDataset.parse(new EvaluationDataset(input.goldens).stringify(format), { format });
        expect(goldens).to.deep.equal(input.goldens);
      });
    }
  }

  it("deepeval#3083: a list of tool names is read, or the row and column that can't be are named", () => {
    const { input, expected } = reported<{ csv: string }, { expectedTools: object[]; issue: object }>("deepeval-3083");
    const { issues, dataset } = failure(() =>
      EvaluationDataset.parse(input.csv, { format: "csv", file: "weather.csv" }),
    );
    expect(dataset.goldens[0]?.expectedTools).to.deep.equal(expected.expectedTools);
    expect(issues).to.have.length(1);
    expect(issues[0]).to.include(expected.issue);
  });

  it("deepeval#3049: a list with a separator that could mean two things is refused", () => {
    const { input, expected } = reported<{ csv: string }, { refused: number[]; context: string[] }>("deepeval-3049");
    const { issues, dataset } = failure(() => EvaluationDataset.parse(input.csv, { format: "csv" }));
    expect(issues.map(({ row }) => row)).to.deep.equal(expected.refused);
    expect(dataset.goldens[0]?.context).to.deep.equal(expected.context);
  });

  it("deepeval#2056: name, comments and custom columns survive", () => {
    const { input, expected } = reported<{ json: string }, object>("deepeval-2056");
    expect(EvaluationDataset.parse(input.json, { format: "json" }).goldens[0]).to.deep.include(expected);
  });

  it("promptfoo#3069: JSON in a cell without its quotes is named by file, line and column", () => {
    interface Issue {
      readonly file: string;
      readonly line: number;
      readonly column: string;
      readonly says: string;
    }
    const { input, expected } = reported<{ csv: string }, { good: string[]; issues: Issue[] }>("promptfoo-3069");
    const { issues, dataset } = failure(() =>
      EvaluationDataset.parse(input.csv, { format: "csv", file: "answers.csv" }),
    );
    expect(dataset.goldens.map(({ id }) => id)).to.deep.equal(expected.good);
    expect(issues).to.have.length(expected.issues.length);
    expected.issues.forEach(({ says, ...place }, index) => {
      expect(issues[index]).to.include(place);
      expect(issues[index]?.message).to.include(says);
    });
  });

  it("deepeval#2248: a list of blanks is refused, an empty list is kept", () => {
    const { input, expected } = reported<{ blank: string[][]; empty: [] }, { blank: string; empty: [] }>(
      "deepeval-2248",
    );
    for (const retrievalContext of input.blank) {
      expect(() => new Golden({ input: "", retrievalContext })).to.throw(expected.blank);
      expect(() => new LLMTestCase({ input: "", retrievalContext })).to.throw(expected.blank);
    }
    expect(new Golden({ input: "", retrievalContext: input.empty }).retrievalContext).to.deep.equal(expected.empty);
  });
});
