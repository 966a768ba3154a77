import { expect } from "chai";
import type { AnyGolden } from "../../src/golden/any-golden.js";
import { EvaluationDataset, type InvalidDatasetError } from "../../src/golden/evaluation-dataset.js";

const read = (text: string): readonly AnyGolden[] =>
  EvaluationDataset.parse(text, { format: "yaml", file: "a.yaml" }).goldens;

function failure(text: string): InvalidDatasetError {
  try {
    read(text);
  } catch (error) {
    return error as InvalidDatasetError;
  }
  throw new Error("was accepted");
}

describe("a YAML file of goldens", () => {
  it("is read as it is written in the guide", () => {
    const goldens = read(`
# goldens/refunds.yaml
- id: broken-headphones
  scenario: A customer wants a refund for headphones that broke after a week.
  persona: { name: Kim, characteristics: "Terse. Answers what is asked and nothing more." }
  opening: Hi, my headphones broke.
  facts: { order_id: A-1042, email: kim@example.com }      # what the user knows and tells when asked
  unknown: [serial number]                                  # what the user can't know
  expectedOutcome: The order is refunded after the customer agreed.
  expectedTools:                                            # default mode: superset
    - lookup_order
    - { name: refund_order, inputParameters: { order_id: A-1042, amount: 59.9 } }
  forbiddenTools: [delete_account]
  confirmBefore: [refund_order]                             # the user must have agreed first
  mustCommunicate: ["$59.90"]
  budgets: { maxTurns: 6, latencyMs: { p95: 800 } }
  expectations:
    must: ["Apologise for the defect before asking for data."]
    must_not: ["Promise a delivery date."]
`);
    expect(goldens).to.deep.equal([
      {
        id: "broken-headphones",
        scenario: "A customer wants a refund for headphones that broke after a week.",
        persona: { name: "Kim", characteristics: "Terse. Answers what is asked and nothing more." },
        opening: "Hi, my headphones broke.",
        facts: { order_id: { value: "A-1042" }, email: { value: "kim@example.com" } },
        unknown: ["serial number"],
        expectedOutcome: "The order is refunded after the customer agreed.",
        expectedTools: [
          { name: "lookup_order" },
          { name: "refund_order", inputParameters: { order_id: "A-1042", amount: 59.9 } },
        ],
        forbiddenTools: ["delete_account"],
        confirmBefore: ["refund_order"],
        mustCommunicate: ["$59.90"],
        budgets: { maxTurns: 6, latencyMs: { p95: 800 } },
        expectations: {
          must: ["Apologise for the defect before asking for data."],
          mustNot: ["Promise a delivery date."],
        },
      },
    ]);
  });

  it("keeps dates, times and words that only old YAML took for something else as text", () => {
    const [golden] = read(
      "%YAML 1.1\n---\n- { id: a, input: x, metadata: { on: 2024-01-01, at: 12:30:00, ok: yes } }\n",
    );
    expect(golden?.metadata).to.deep.equal({ on: "2024-01-01", at: "12:30:00", ok: "yes" });
  });

  it("may share values by anchors, as often as it likes", () => {
    const rows = Array.from(
      { length: 500 },
      (_, index) => `  - { id: r${String(index)}, scenario: x, persona: *kim }\n`,
    );
    const goldens = read(`x-kim: &kim { characteristics: Terse. }\ngoldens:\n${rows.join("")}`);
    expect(goldens).to.have.length(500);
    expect(goldens[499]).to.deep.include({ persona: { characteristics: "Terse." } });
  });

  it("may merge what an anchor holds", () => {
    const [, golden] = read("- &base { id: a, scenario: x, tags: [one] }\n- { <<: *base, id: b }\n");
    expect(golden).to.deep.equal({ id: "b", scenario: "x", tags: ["one"] });
  });

  it("keeps keys that name parts of an object's prototype", () => {
    const [golden] = read("- { id: a, input: x, metadata: { __proto__: { polluted: true }, constructor: 1 } }\n");
    const expected = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as object;
    expect(golden?.metadata).to.deep.equal(expected);
    expect({}).to.not.have.property("polluted");
  });

  const broken: [string, string, string][] = [
    ["is empty", "\n", "a.yaml is empty"],
    ["holds comments only", "# later\n", "a.yaml:1: the file holds no goldens"],
    ["is broken", "- scenario: [x\n- id: b\n", "a.yaml:2:"],
    [
      "has a colon in plain text",
      "- scenario: Note: broken\n",
      'a.yaml:1:13: the file is not YAML: Nested mappings are not allowed in compact mappings; text that holds ": " needs quotes',
    ],
    [
      "holds several documents",
      "- { id: a, input: x }\n---\n- { id: b, input: y }\n",
      'a.yaml:2:1: a second document begins here ("---")',
    ],
    ["has an alias without an anchor", "- { id: a, scenario: x, persona: *kim }\n", "a.yaml:1:34:"],
    [
      "refers to itself",
      "- &a { id: a, input: x, metadata: { a: *a } }\n",
      "the aliases of the file refer to each other",
    ],
    [
      "nests beyond reason",
      `- { input: x, metadata: ${"[".repeat(50_000)}${"]".repeat(50_000)} }\n`,
      "it is nested too deeply",
    ],
    ["merges text", "- { <<: x, id: a, input: x }\n", "can't be read"],
  ];
  for (const [what, text, message] of broken) {
    it(`that ${what} is refused`, () => {
      expect(failure(text).code).to.equal("invalid_file");
      expect(failure(text).message).to.include(message);
    });
  }

  it("whose aliases would fill the memory is refused at once", () => {
    const levels = ["l0: &l0 [x, x]"];
    for (let level = 1; level <= 30; level += 1) {
      const before = `*l${String(level - 1)}`;
      levels.push(`l${String(level)}: &l${String(level)} [${before}, ${before}]`);
    }
    expect(failure(`x-bomb:\n  ${levels.join("\n  ")}\ngoldens: []\n`).message).to.include("would fill the memory");
  });

  it("has its bad rows named by line and character, and its good ones kept", () => {
    const { issues, dataset } = failure(`goldens:
  - { id: good, input: x }
  - id: b
    scenario: x
    expected_tools:
      - search
      - { name: refund, input_params: {} }
    expectations:
      must_nto: [x]
  - id: c
    input: x
    id: d
  - scenario: !!float x
  - id: e
    scenario: x
    facts: { zip: 007, order: 12345678901234567890, price: 59.90 }
  - id: f
    input:
`);
    expect(dataset.goldens).to.deep.equal([{ id: "good", input: "x" }]);
    const found = issues.map(({ row, line, character, path, message }) => [row, line, character, path, message]);
    expect(found).to.deep.equal([
      [2, 7, 25, "expectedTools[1]", 'unknown key "input_params"; did you mean "inputParameters"?'],
      [2, 9, 7, "expectations", 'unknown key "must_nto"; did you mean "mustNot"?'],
      [3, 12, 5, "", "the key is there twice; leave one of them"],
      [4, 13, 15, "", found[3]?.[4]],
      [5, 16, 19, "", "007 would be read as the number 7; put it in quotes to keep it as it is written"],
      [5, 16, 31, "", found[5]?.[4]],
      [6, 18, 5, "input", "must be a string, not null (leave it out where it is not known)"],
    ]);
  });

  it("of any length is read in pieces, and its lines are still counted right", () => {
    const row = (index: number) =>
      `- id: r${String(index)}\n  scenario: |\n    ${"word ".repeat(100)}\n    - no item\n`;
    const rows = Array.from({ length: 5000 }, (_, index) => row(index));
    const text = `# many\n${rows.join("")}- id: last\n  scenaro: x\n`;
    expect(text.length).to.be.above(2_500_000);
    const { issues, dataset } = failure(text);
    expect(dataset.goldens).to.have.length(5000);
    expect(dataset.goldens[4999]).to.deep.include({ id: "r4999", scenario: `${"word ".repeat(100)}\n- no item\n` });
    expect(issues).to.have.length(1);
    expect(issues[0]).to.include({ row: 5001, line: 20_002 });
  });
});
