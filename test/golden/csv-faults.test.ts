import { expect } from "chai";
import fc from "fast-check";
import { EvaluationDataset } from "../../src/golden/evaluation-dataset.js";

const read = (text: string) => {
  const { goldens, issues } = EvaluationDataset.parse(text, { format: "csv", file: "a.csv", onInvalid: "skip" });
  return { kept: goldens.map(({ id }) => id), issues };
};

describe("a broken quote in a CSV file", () => {
  const files: [string, string[], string[], number[]][] = [
    ["behind the closing one", ['2,"b"x'], ["1", "3", "4"], [3]],
    ["behind the closing one, with rows in quotes after it", ['2,"b"x', '5,"e"'], ["1", "5", "3", "4"], [3]],
    ["in a bare cell", ['2,b"c', '5,"e"'], ["1", "5", "3", "4"], [3]],
    ["in several rows", ['2,b"c', '5,"d"x', '6,5" pipe'], ["1", "3", "4"], [3, 4, 5]],
    ["that is never closed", ['2,"b'], ["1", "3", "4"], [3]],
    ["that is never closed, before a row in quotes", ['2,"b', '"5","e, f"'], ["1", "5", "3", "4"], [3]],
    ["that is never closed, before a row of two lines", ['2,"b', '5,"e', 'f"'], ["1", "5", "3", "4"], [3]],
    ["in several cells of a row", ['2"","b"x'], ["1", "3", "4"], [3]],
  ];
  for (const [what, lines, kept, bad] of files) {
    it(`${what} costs its own row and no other`, () => {
      for (const end of ["\n", "\r\n", "\r"]) {
        const found = read(["id,input", "1,a", ...lines, "3,c", "4,d", ""].join(end));
        expect(found.kept).to.deep.equal(kept);
        expect(found.issues.map(({ line }) => line)).to.deep.equal(bad);
      }
    });
  }

  it("names file, row, line and column", () => {
    const [issue] = read('id,input\n1,a\n2,"b"x\n3,c\n').issues;
    expect(issue).to.include({ file: "a.csv", row: 2, line: 3, column: "input" });
  });

  it("never loses a good row beside it, and never goes unreported", () => {
    const word = fc.stringMatching(/^[a-z ]{1,6}$/);
    const inside = fc.constantFrom("", "\n", ", ", '""', "\r\n", "\n\n");
    const cell = fc.tuple(word, inside, word).map(([a, middle, b]) => (middle === "" ? a + b : `"${a}${middle}${b}"`));
    const good = cell.map((input) => ({ input, good: true }));
    // Not one that ends in a quote: behind one that is never closed, it is the second line of a sound cell.
    const broken = fc
      .constantFrom('"x', '"x"y', 'x"y', '"x""y"z', '""x', '"""x')
      .map((input) => ({ input, good: false }));
    fc.assert(
      fc.property(fc.array(fc.oneof(good, broken), { minLength: 1, maxLength: 12 }), (rows) => {
        const lines = rows.map(({ input }, index) => `r${String(index)},${input}`);
        const { kept, issues } = read(["id,input", "first,x", ...lines, "last,x", ""].join("\n"));
        const ids = rows.flatMap(({ good: isGood }, index) => (isGood ? [`r${String(index)}`] : []));
        expect(kept).to.deep.equal(["first", ...ids, "last"]);
        expect(issues).to.have.length(rows.length - ids.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("in any number of rows is passed over once", () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => (at % 2 === 0 ? `${String(at)},"a` : `${String(at)},""`));
    const before = process.cpuUsage();
    const { kept, issues } = read(`id,input\n${rows.join("\n")}`);
    expect(kept).to.have.length(20_000);
    expect(issues).to.have.length(20_000);
    const oneRow = `id,input\n1,${'"a"b,'.repeat(100_000)}\n2,x`;
    expect(read(oneRow).kept).to.deep.equal(["2"]);
    // Of the processor and not of the clock: other tests run beside this one.
    expect(process.cpuUsage(before).user / 1000).to.be.below(8000);
  });
});
