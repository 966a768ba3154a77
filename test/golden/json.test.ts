import { expect } from "chai";
import type { AnyGolden } from "../../src/golden/any-golden.js";
import { EvaluationDataset, type InvalidDatasetError } from "../../src/golden/evaluation-dataset.js";

type Format = "json" | "jsonl";
const read = (text: string, format: Format = "json"): readonly AnyGolden[] =>
  EvaluationDataset.parse(text, { format, file: `a.${format}` }).goldens;

function failure(text: string, format: Format = "json"): InvalidDatasetError {
  try {
    read(text, format);
  } catch (error) {
    return error as InvalidDatasetError;
  }
  throw new Error("was accepted");
}

describe("a JSON file of goldens", () => {
  it("is a list, or an object with the key goldens", () => {
    const golden = { id: "a", input: "x" };
    expect(read(JSON.stringify([golden]))).to.deep.equal([golden]);
    expect(read(`\ufeff${JSON.stringify({ "x-note": "kept apart", goldens: [golden] })}`)).to.deep.equal([golden]);
  });

  it("may have null for what is absent, and keeps null where it is a state", () => {
    const text =
      '[{"id":"a","scenario":"x","expected_outcome":null,"expectedTools":null,"expected_state":null,"initialState":null}]';
    expect(read(text)).to.deep.equal([{ id: "a", scenario: "x", expectedState: null, initialState: null }]);
  });

  it("has null nowhere else", () => {
    const { issues } = failure('[\n{"scenario":"x","persona":{"characteristics":"y","name":null}}]');
    expect(issues[0]).to.include({ line: 2, path: "persona.name" });
  });

  const broken: [string, string, string][] = [
    ["is empty", " \n", "a.json is empty; write at least one golden"],
    ["holds no goldens", "[]", "a.json holds no goldens; write at least one"],
    ["is cut off", '[\n{"input": "x', "a.json:2:11: the file is not JSON: the text ends in the middle"],
    ["has a comma too many", '[{"input":"x"},]', 'a.json:1:16: the file is not JSON: the comma before "]" is one'],
    ["has comments", '[\n// first\n{"input":"x"}]', "a.json:2:1: the file is not JSON: JSON has no comments; YAML has"],
    [
      "is JSON Lines",
      '{"input":"x"}\n{"input":"y"}',
      'a.json:2:1: the file is not JSON: "{" comes after the end of the value; a file with one JSON value a line is named .jsonl',
    ],
    ["is one golden", '{"input":"x"}', "a.json:1: this is a single golden; the file must be a list"],
    ["is something else", '{"rows":[]}', "a.json:1: the file must be a list of goldens"],
    ["has a key beside goldens", '{"goldens":[],"gold":[]}', 'unknown key "gold" beside goldens'],
  ];
  for (const [what, text, message] of broken) {
    it(`that ${what} is refused`, () => {
      expect(failure(text).code).to.equal("invalid_file");
      expect(failure(text).message).to.include(message);
    });
  }

  it("has its bad rows named by line, row and path, and its good ones kept", () => {
    const { message, issues, dataset } = failure(
      `[
  { "id": "good", "input": "x" },
  { "id": "b", "scenario": "x", "turns": [
    { "role": "user", "content": "Hi." },
    { "role": "asistant", "content": "Hello." }
  ] },
  { "id": "c", "input": "x", "expected_tools": [ { "nmae": "search" } ] },
  { "id": "d", "inptu": "x" },
  { "id": "e", "input": "x", "scenario": "y" },
  "f"
]`,
    );
    expect(dataset.goldens).to.deep.equal([{ id: "good", input: "x" }]);
    expect(issues.map(({ row, line, path }) => [row, line, path])).to.deep.equal([
      [2, 5, "turns[1].role"],
      [3, 7, "expectedTools[0]"],
      [3, 7, "expectedTools[0].name"],
      [4, 8, ""],
      [5, 9, ""],
      [6, 10, ""],
    ]);
    expect(message).to.equal(
      'a.json: 5 of 6 rows are unusable; correct them, or leave them out with onInvalid: "skip":\n' +
        '  a.json:5:7 (row 2), turns[1].role: must be one of user, assistant, not "asistant"\n' +
        '  a.json:7:52 (row 3), expectedTools[0]: unknown key "nmae"; did you mean "name"?\n' +
        "  a.json:7:50 (row 3), expectedTools[0].name: is missing; it must be a string\n" +
        '  a.json:8:3 (row 4): has neither "input" (one question) nor "scenario" (a conversation); is "inptu" a slip for "input"?\n' +
        '  a.json:9:3 (row 5): has both "input" (one question) and "scenario" (a conversation); keep one: for the first words of a conversation there is "opening"\n' +
        '  a.json:10:3 (row 6): a golden must be an object, not "f"',
    );
  });

  it("that is nested too deeply has a bad row, and does not crash", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(failure(`[{"input":"x","metadata":{"a":${deep}}}]`).message).to.include("nested more than 200 levels deep");
  });
});

describe("a JSON Lines file of goldens", () => {
  it("is a golden a line, whatever ends the line", () => {
    const goldens = read('{"id":"a","input":"x"}\r\n\r\n{"id":"b","scenario":"y\\n\u2028"}', "jsonl");
    expect(goldens).to.deep.equal([
      { id: "a", input: "x" },
      { id: "b", scenario: "y\n\u2028" },
    ]);
  });

  it("has its bad lines named, and its good ones kept", () => {
    const lines = ['{"input":"x"]}', "", '{"id":"good","input":"x"}', '{"input":1}', '{"input":"tor'];
    const { issues, dataset } = failure(lines.join("\n"), "jsonl");
    expect(dataset.goldens.map(({ id }) => id)).to.deep.equal(["good"]);
    expect(issues).to.deep.equal([
      {
        file: "a.jsonl",
        row: 1,
        line: 1,
        character: 13,
        path: "",
        message: 'the line is not JSON: "]" comes where a comma or "}" belongs',
      },
      {
        file: "a.jsonl",
        row: 3,
        line: 4,
        column: "input",
        path: "input",
        message: "must be a string, not a number (1)",
      },
      {
        file: "a.jsonl",
        row: 4,
        line: 5,
        character: 10,
        path: "",
        message: "the last line is torn off: the file was not written to its end; complete the line or remove it",
      },
    ]);
  });

  it("that is a list over several lines is refused", () => {
    expect(failure('[\n{"input":"x"}\n]', "jsonl").message).to.include("name the file .json");
  });
});
