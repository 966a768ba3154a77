import { expect } from "chai";
import fc from "fast-check";
import { EvaluationDataset } from "../../src/golden/evaluation-dataset.js";
import { jsonLosses } from "../../src/golden/files/json-losses.js";
import { positionsIn } from "../../src/golden/files/rows.js";
import type { DatasetFormat } from "../../src/golden/files/format.js";

const read = (text: string, format: DatasetFormat) => {
  const { goldens, issues } = EvaluationDataset.parse(text, { format, file: `a.${format}`, onInvalid: "skip" });
  return { kept: goldens.map(({ id }) => id), issues };
};

const good = (id: string) => `{"id":"${id}","scenario":"x${id}"}`;

describe("what JSON.parse drops without a word", () => {
  const rows: [string, string, string, RegExp][] = [
    [
      "a key twice",
      '{"scenario":"s","forbiddenTools":["x"],"forbiddenTools":[]}',
      "forbiddenTools",
      /"forbiddenTools" is there twice/,
    ],
    ["a key twice in two spellings", '{"scenario":"s","n\\u0061me":"x","name":"y"}', "name", /"name" is there twice/],
    ["a key twice, deep inside", '{"scenario":"s","facts":{"a":{"value":1,"value":2}}}', "facts.a.value", /twice/],
    [
      "digits of an integer",
      '{"scenario":"s","facts":{"card":4111111111111111222}}',
      "facts.card",
      /^4111111111111111222 would be read/,
    ],
    [
      "digits of a negative one",
      '{"scenario":"s","metadata":{"n":[0,-9007199254740993]}}',
      "metadata.n[1]",
      /^-9007199254740993 would be read/,
    ],
  ];
  for (const [what, row, path, message] of rows) {
    it(`is an error of its row and of no other: ${what}`, () => {
      const list = read(`[\n${good("a")},\n ${row},\n${good("c")}\n]`, "json");
      expect(list.kept).to.deep.equal(["a", "c"]);
      expect(list.issues).to.have.length(1);
      expect(list.issues[0]).to.include({ file: "a.json", row: 2, line: 3, path });
      expect(list.issues[0]?.message).to.match(message);
      const lines = read(`${good("a")}\n${row}\n${good("c")}\n`, "jsonl");
      expect(lines.kept).to.deep.equal(["a", "c"]);
      expect(lines.issues[0]).to.include({ row: 2, line: 2, path });
      expect(lines.issues[0]?.message).to.match(message);
      const yaml = read(`- ${good("a")}\n- ${row}\n- ${good("c")}\n`, "yaml");
      expect(yaml.kept).to.deep.equal(["a", "c"]);
      expect(yaml.issues[0]).to.include({ row: 2, line: 2 });
    });
  }

  it("is told of each place in a row, in order", () => {
    const row = '{"scenario":"s","name":"a","name":"b","facts":{"n":12345678901234567890},"name":"c"}';
    const { issues } = read(`[${row},\n${good("a")},${row}]`, "json");
    expect(issues.map(({ row: number, path, line }) => [number, path, line])).to.deep.equal([
      [1, "name", 1],
      [1, "facts.n", 1],
      [1, "name", 1],
      [3, "name", 2],
      [3, "facts.n", 2],
      [3, "name", 2],
    ]);
  });

  it("is told with the line, whatever ends it and in whatever order it is asked for", () => {
    const text = "a\r\nb\rc\nd";
    const positionOf = positionsIn(text);
    const found = [7, 0, 5, 3, 8].map((offset) => positionOf(offset));
    expect(found).to.deep.equal([
      { line: 4, character: 1 },
      { line: 1, character: 1 },
      { line: 3, character: 1 },
      { line: 2, character: 1 },
      { line: 4, character: 2 },
    ]);
  });

  it("is told of the file where it is outside of its rows", () => {
    const text = `{"goldens":[${good("a")}],\n"goldens":[${good("b")}]}`;
    expect(() => read(text, "json")).to.throw('a.json:2:1: the key "goldens" is there twice');
  });

  it("is told of a JSON cell of a CSV file, with the way to it", () => {
    const { kept, issues } = read(
      'id,scenario,facts\n1,s,"{""a"":1,""a"":2}"\n2,t,"{""n"":12345678901234567890}"\n3,u,\n',
      "csv",
    );
    expect(kept).to.deep.equal(["3"]);
    expect(issues.map(({ line, column, message }) => [line, column, message.slice(0, 55)])).to.deep.equal([
      [2, "facts", 'in the JSON of the cell, a: the key "a" is there twice;'],
      [3, "facts", "in the JSON of the cell, n: 12345678901234567890 would "],
    ]);
  });

  it("is told of hexadecimal and octal integers of YAML too", () => {
    const { issues } = read(
      "- {id: a, scenario: x}\n- {scenario: y, facts: {n: 0xFFFFFFFFFFFFFFFFF}}\n- {scenario: z, facts: {n: 0o7777777777777777777}}\n",
      "yaml",
    );
    expect(issues.map(({ row }) => row)).to.deep.equal([2, 3]);
  });

  it("is nothing where every digit survives, or none was meant to", () => {
    for (const text of [
      "9007199254740991",
      "-9007199254740992",
      "9007199254740994",
      "1e300",
      "0.12345678901234567890",
      "12345678901234567000",
    ])
      expect(jsonLosses(`[${text}]`), text).to.deep.equal([]);
    expect(
      jsonLosses('["12345678901234567890",{"a":1},{"a":2},{"a":{"a":[{"a":3}]}},"{\\"a\\":1,\\"a\\":2}","\\\\"]'),
    ).to.deep.equal([]);
  });

  it("is nothing in what JSON.stringify wrote", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, spaced) => {
        expect(jsonLosses(JSON.stringify(value, null, spaced ? 2 : 0))).to.deep.equal([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("is found wherever a key is doubled", () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key, minLength: 1 });
    fc.assert(
      fc.property(entries, fc.nat(), (given, at) => {
        const parts = given.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
        const twice = parts[at % parts.length] ?? "";
        const before = `{${parts.join(", ")}, `;
        expect(jsonLosses(`${before}${twice}}`)).to.deep.equal([
          {
            at: [given[at % parts.length]?.[0]],
            offset: before.length,
            message: jsonLosses(`{${twice},${twice}}`)[0]?.message,
          },
        ]);
      }),
    );
  });

  it("is found in nested lists without filling the memory", () => {
    const text = `${"[12345678901234567890,".repeat(50_000)}1${"]".repeat(50_000)}`;
    expect(jsonLosses(text)).to.have.length(50_000);
  });
});
