import { expect } from "chai";
import { selectGoldens } from "../../src/cli/select-goldens.js";

const goldens = ["refund-1", "refund-2", "returns", "a*b", "axb"].map((id) => ({ id }));
const select = (...patterns: string[]) => selectGoldens(goldens, patterns).map(({ id }) => id);

describe("selectGoldens", () => {
  it("takes all where nothing is asked for", () => expect(select()).to.have.length(5));

  it("takes ids as they are, and by * and ?", () => {
    expect(select("returns")).to.deep.equal(["returns"]);
    expect(select("refund-*")).to.deep.equal(["refund-1", "refund-2"]);
    expect(select("refund-?", "returns")).to.deep.equal(["refund-1", "refund-2", "returns"]);
    expect(select("*")).to.have.length(5);
  });

  it("takes an id that holds a wildcard for itself alone", () => expect(select("a*b")).to.deep.equal(["a*b"]));

  it("keeps the order of the dataset, and each golden once", () => {
    expect(select("returns", "re*", "refund-1")).to.deep.equal(["refund-1", "refund-2", "returns"]);
  });

  it("reads no regular expression", () => expect(() => select("refund-.")).to.throw("refund-."));

  it("refuses a pattern without a match, and names the nearest id", () => {
    expect(() => select("returns", "refnd-1")).to.throw(/refnd-1.*Did you mean "refund-1"\?/);
    expect(() => select("zzzzzzzz")).to.throw(/The dataset holds: refund-1, refund-2/);
  });
});
