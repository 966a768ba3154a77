import { expect } from "chai";
import type { AnyGolden } from "../../src/golden/any-golden.js";
import { EvaluationDataset, type InvalidDatasetError } from "../../src/golden/evaluation-dataset.js";

const read = (text: string, customColumns?: readonly string[]): readonly AnyGolden[] =>
  EvaluationDataset.parse(text, { format: "csv", file: "a.csv", ...(customColumns && { customColumns }) }).goldens;

function failure(text: string): InvalidDatasetError {
  try {
    read(text);
  } catch (error) {
    return error as InvalidDatasetError;
  }
  throw new Error("was accepted");
}

describe("a CSV file of goldens", () => {
  it("holds a field in each column, text as it stands and the rest as JSON", () => {
    const text =
      "id,input,expected_output,Expected Tools,context,flaky,trials,metadata\n" +
      'a, Hi ,"say ""hello""","[{""name"":""search"",""inputParameters"":{""order_id"":1}}]",One text.,TRUE,3,"{""a"":[1]}"\n';
    expect(read(text)).to.deep.equal([
      {
        id: "a",
        input: " Hi ",
        expectedOutput: 'say "hello"',
        expectedTools: [{ name: "search", inputParameters: { order_id: 1 } }],
        context: ["One text."],
        flaky: true,
        trials: 3,
        metadata: { a: [1] },
      },
    ]);
  });

  it("may mix single questions and conversations", () => {
    const goldens = read(
      'id,input,scenario,persona,goals\na,Hi,,,\nb,,A refund.,Terse.,"[""one"",{""say"":""two""}]"\n',
    );
    expect(goldens).to.deep.equal([
      { id: "a", input: "Hi" },
      {
        id: "b",
        scenario: "A refund.",
        persona: { characteristics: "Terse." },
        goals: [{ say: "one" }, { say: "two" }],
      },
    ]);
  });

  it("takes text that looks like something else as text", () => {
    const goldens = read("id,input,expectedOutput\n007,1e5,true\nnull,2024-01-01,=1+1\n");
    expect(goldens).to.deep.equal([
      { id: "007", input: "1e5", expectedOutput: "true" },
      { id: "null", input: "2024-01-01", expectedOutput: "=1+1" },
    ]);
  });

  it("may be saved by a spreadsheet: byte order mark, Windows lines, blank lines, spare commas", () => {
    const goldens = read('\ufeffid,input,,\r\na,"one\r\ntwo",,\r\n\r\n,,,\r\nb,x,,\r\n');
    expect(goldens).to.deep.equal([
      { id: "a", input: "one\r\ntwo" },
      { id: "b", input: "x" },
    ]);
  });

  for (const separator of [";", "\t"]) {
    it(`may be separated by ${JSON.stringify(separator)}`, () => {
      const rows = [
        ["id", "input", "tags"],
        ["a", "x, y", "one,two"],
      ];
      const text = rows.map((cells) => `${cells.join(separator)}\n`).join("");
      expect(read(text)).to.deep.equal([{ id: "a", input: "x, y", tags: ["one", "two"] }]);
    });
  }

  describe("empty cells", () => {
    it("say nothing", () => {
      expect(read("id,input,expectedOutput,tags,persona\na,x,,,\n")[0]).to.deep.equal({ id: "a", input: "x" });
    });

    it("in quotes are the empty text where text can be empty", () => {
      const [golden] = read('id,input,expectedOutput,tags,name\na,"","","",""\n');
      expect(golden).to.deep.equal({ id: "a", input: "", expectedOutput: "" });
    });

    it("in quotes say nothing where everything is in quotes", () => {
      expect(read('"id","input","expectedOutput"\n"a","x",""\n')[0]).to.deep.equal({ id: "a", input: "x" });
    });

    it("and empty lists are told apart", () => {
      const goldens = read("id,input,expectedTools\na,x,[]\nb,x,\n");
      expect(goldens[0]).to.have.property("expectedTools").that.deep.equals([]);
      expect(goldens[1]).to.not.have.property("expectedTools");
    });
  });

  describe("lists of names", () => {
    for (const cell of [
      "search;refund",
      "search; refund",
      "search|refund",
      '"search, refund"',
      '"[""search"",""refund""]"',
    ])
      it(`may be written ${cell}`, () => {
        expect(read(`id,input,tags\na,x,${cell}\n`)[0]?.tags).to.deep.equal(["search", "refund"]);
      });

    it("that could be one name or several are refused", () => {
      const { message } = failure("id,input,tags\na,x,high priority; urgent\n");
      expect(message).to.include('write it as a JSON list: ["high priority; urgent"] or ["high priority","urgent"]');
    });
  });

  describe("custom columns", () => {
    it("are columns of other names", () => {
      const [golden] = read("id,input,owner,unit price,__proto__\na,x,Kim,5,z\n");
      const expected = JSON.parse('{"owner":"Kim","unit price":"5","__proto__":"z"}') as object;
      expect(golden?.customColumnKeyValues).to.deep.equal(expected);
    });

    it("must not look like a slip of the pen, unless they are named", () => {
      const { message, issues } = failure("id,input,expcted_output\na,x,y\n");
      expect(message).to.include(
        'a.csv:1, column expcted_output: unknown column "expcted_output"; did you mean "expectedOutput"? ' +
          "If not, give the column another name, or list it in customColumns of EvaluationDataset.load",
      );
      expect(issues[0]).to.include({ line: 1, column: "expcted_output" });
      const [golden] = read("id,input,expcted_output\na,x,y\n", ["expcted_output"]);
      expect(golden?.customColumnKeyValues).to.deep.equal({ expcted_output: "y" });
    });

    it("hide no fault of a row where one is a slip, which is read as what was meant", () => {
      const { issues } = failure("id,scenrio,trials,expected_tools\na,s,2,x\nb,s,two,x\nc,s,1,[x\n");
      expect(issues.map(({ line, column, row }) => [line, column, row])).to.deep.equal([
        [1, "scenrio", undefined],
        [3, "trials", 2],
        [4, "expected_tools", 3],
      ]);
    });

    it("join those of a JSON column, and must not contradict them", () => {
      const header = "id,input,owner,customColumnKeyValues\n";
      const [golden] = read(`${header}a,x,Kim,"{""team"":""B""}"\n`);
      expect(golden?.customColumnKeyValues).to.deep.equal({ owner: "Kim", team: "B" });
      expect(failure(`${header}a,x,Kim,"{""owner"":""Bo""}"\n`).message).to.include("column owner: is in customColumn");
    });

    it("are written as columns of their own where a reader can tell that they are custom", () => {
      const customColumnKeyValues = { owner: "Kim", imput: "x", input: "y", " a ": "z", "": "b", "\ud800": "c" };
      const golden = { id: "a", input: "x", customColumnKeyValues };
      const [header] = new EvaluationDataset([golden]).stringify("csv").split("\n");
      expect(header).to.equal("id,input,customColumnKeyValues,owner");
    });

    it("share one column where they are many", () => {
      const goldens = Array.from({ length: 100 }, (_, index) => ({
        input: "x",
        customColumnKeyValues: { [`column ${String(index)}`]: "y" },
      }));
      const text = new EvaluationDataset(goldens).stringify("csv");
      expect(text.split("\n")[0]).to.equal("id,input,customColumnKeyValues");
      expect(read(text).map((golden) => golden.customColumnKeyValues)).to.deep.equal(
        goldens.map((golden) => golden.customColumnKeyValues),
      );
    });
  });

  describe("a bad row is named, and the good ones are kept", () => {
    const header = "id,input,expected_tools,flaky,trials\ngood,x,,,\n";
    const rows: [string, string, object, string][] = [
      [
        "broken JSON",
        'b,x,"[{""name"": }]",,',
        { line: 3, row: 2, column: "expected_tools" },
        'character 11: "}" comes where a value belongs',
      ],
      [
        "a Python literal",
        "b,x,[{'name': 'a'}],,",
        { line: 3, column: "expected_tools" },
        "JSON puts text in double quotes",
      ],
      ["no boolean", "b,x,,yes,", { line: 3, column: "flaky" }, 'must be true or false, not "yes"'],
      ["no number", "b,x,,,many", { line: 3, column: "trials" }, 'must be a number, not "many"'],
      ["a fraction", "b,x,,,1.5", { line: 3, column: "trials" }, "must be a whole number"],
      [
        "a wrong value",
        "b,x,[1],,",
        { line: 3, column: "expected_tools", path: "expectedTools[0]" },
        "must be a string or an object",
      ],
      ["too many cells", "b,x, y,,,", { line: 3 }, "the row has 6 cells, the header 5; text that holds the separator"],
      ["too few cells, as in a torn last line", "b,x", { line: 3 }, "the row has 2 cells, the header 5"],
      [
        "a quote in the middle",
        'b,{"a":1},,,',
        { line: 3, column: "input" },
        "put the cell in quotes and double those inside",
      ],
      ["a quote that is not doubled", 'b,"{"a":1}",,,', { line: 3, column: "input" }, "must be doubled"],
      ["a quote that is not closed", 'b,"x,,,', { line: 3 }, "never closed"],
      ["neither question nor scenario", "b,,,,", { line: 3 }, 'has neither "input"'],
      ["a taken id", "good,y,,,", { line: 3, row: 2, column: "id" }, 'the id "good" is taken by row 1 (line 2)'],
    ];
    for (const [what, row, place, says] of rows) {
      it(what, () => {
        const { issues, dataset, code, message } = failure(header + row);
        expect(code).to.equal("invalid_file");
        expect(dataset.goldens).to.deep.equal([{ id: "good", input: "x" }]);
        expect(issues).to.have.length(1);
        expect(issues[0]).to.include({ file: "a.csv", ...place });
        expect(issues[0]?.message).to.include(says);
        expect(message).to.include("a.csv:3");
      });
    }

    it("by the line on which it begins, whatever breaks its lines", () => {
      for (const end of ["\n", "\r\n"]) {
        const lines = ["id,input,trials", 'a,"one', 'two",', "", 'b,"three', '""four""",x', "c,x,y"];
        const { issues } = failure(lines.join(end));
        expect(issues.map(({ line }) => line)).to.deep.equal([5, 7]);
      }
    });
  });

  describe("a header is refused", () => {
    const headers: [string, string, string][] = [
      ["that names a column twice", "id,input,input\n", 'columns 2 ("input") and 3 ("input") are the same'],
      ["that names a column in two spellings", "id,input,expectedTools,expected_tools\n", "are the same; remove one"],
      ["that is broken", '"id,input\n', "in the header line"],
    ];
    for (const [what, header, says] of headers) it(what, () => expect(failure(header).message).to.include(says));

    it("that leaves a used column without a name", () => {
      expect(failure("id,input,\na,x,y\n").message).to.include("column 3: the column has no name");
    });
  });

  it("does not write half of a surrogate pair as it stands, which would be lost", () => {
    const dataset = new EvaluationDataset([{ input: "fine" }, { id: "b", input: "x\ud800" }]);
    expect(() => dataset.stringify("csv")).to.throw("golden 2 (b), input: holds one half of a surrogate pair");
    const inside = new EvaluationDataset([{ id: "a", input: "x", metadata: { half: "\udfff" } }]);
    expect(read(inside.stringify("csv"))).to.deep.equal(inside.goldens);
  });
});
