import { expect } from "chai";
import fc from "fast-check";
import { EvaluationDataset } from "../../src/golden/evaluation-dataset.js";
import { datasetFormats } from "../../src/golden/files/format.js";
import { anyText, wellFormed } from "../test-case/arbitrary-text.js";
import { goldenArbitraries } from "./arbitraries.js";

describe("goldens written and read back", () => {
  for (const format of datasetFormats) {
    it(`are equal in ${format}, whatever they hold`, () => {
      // A raw CSV cell can't hold half of a surrogate pair; that it is refused is tested below.
      const { goldens } = goldenArbitraries(format === "csv" ? wellFormed : anyText);
      fc.assert(
        fc.property(goldens, (given) => {
          const dataset = new EvaluationDataset(given);
          const text = dataset.stringify(format);
          expect(EvaluationDataset.parse(text, { format }).goldens).to.deep.equal(dataset.goldens);
          expect(dataset.goldens).to.deep.equal(given);
        }),
        { numRuns: 200 },
      );
    });
  }
});
