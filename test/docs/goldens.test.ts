import { readFileSync } from "node:fs";
import { expect } from "chai";
import { argumentModes, assertedFieldNames, toolMatchModes } from "../../src/test-case/asserted-fields.js";
import { cellKinds } from "../../src/golden/files/csv-columns.js";
import type { DatasetFormat } from "../../src/golden/files/format.js";
import { EvaluationDataset } from "../../src/golden/index.js";
import { hasMatchers } from "../../src/metrics/trajectory/arguments/check-matcher.js";
import type { JsonValue } from "../../src/test-case/json.js";
import { parse } from "yaml";

const page = readFileSync(new URL("../../docs/goldens.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/^```(yaml|json|jsonl|csv)\n([^]*?)^```$/gm)];
/** The cells of all tables, row by row. */
const rows = page.split("\n").flatMap((line) => (line.startsWith("| ") ? [line.slice(2, -2).split(" | ")] : []));
const code = (cell = ""): string => /^`(.*)`$/.exec(cell)?.[1] ?? "";

describe("docs/goldens.md", () => {
  for (const [, format = "", text = ""] of blocks)
    it(`has ${format} that loads: ${text.slice(0, 30).trim()}…`, () => {
      expect(EvaluationDataset.parse(text, { format: format as DatasetFormat }).issues).to.deep.equal([]);
    });

  it("has examples, and no more than 150 lines", () => {
    expect(blocks.map(([, format]) => format)).to.include.members(["yaml", "csv"]);
    expect(page.split("\n").length).to.be.at.most(151);
  });

  it("tells of every field, in a table", () => {
    const told = rows.map(([field]) => code(field));
    expect(told).to.include.members([...Object.keys(cellKinds), ...assertedFieldNames]);
  });

  it("has an example that loads for every field", () => {
    const given = new Set<string>();
    for (const row of rows) {
      const [field, example] = [code(row[0]), code(row.at(-1))];
      if (!Object.hasOwn(cellKinds, field)) continue;
      given.add(field);
      const base = ["input", "expectedOutput", "actualOutput", "retrievalContext", "toolsCalled"].includes(field)
        ? { input: "a" }
        : { scenario: "a" };
      const golden = { ...base, [field]: parse(example) as unknown };
      expect(EvaluationDataset.parse(JSON.stringify([golden]), { format: "json" }).goldens, field).to.have.length(1);
    }
    expect([...given]).to.have.members(Object.keys(cellKinds));
  });

  it("tells of every mode and of matchers that are written right", () => {
    const told = rows.map(([name = ""]) => /^`(\w+)`/.exec(name)?.[1] ?? "");
    expect(told).to.include.members([...toolMatchModes, ...argumentModes]);
    const matchers = rows.map(([name]) => code(name)).filter((name) => name.startsWith("{ $"));
    expect(matchers).to.have.length(12);
    for (const matcher of matchers) expect(hasMatchers(parse(matcher) as JsonValue, "x"), matcher).to.equal(true);
  });
});
