import { expect } from "chai";
import { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { LLMTestCase } from "../../src/test-case/llm-test-case.js";
import { RehearsalError } from "../../src/errors.js";
import { ToolCall } from "../../src/test-case/tool-call.js";
import { Turn } from "../../src/test-case/turn.js";

type Class = new (value: never) => object;

function refusal(type: Class, value: unknown): RehearsalError {
  try {
    new type(value as never);
  } catch (error) {
    expect(error).to.be.instanceOf(RehearsalError);
    return error as RehearsalError;
  }
  throw new Error("was accepted");
}

const turn = { role: "assistant", content: "Hi." };

describe("what a value type says of a wrong value", () => {
  const cases: [string, Class, unknown, string][] = [
    ["nothing at all", Turn, undefined, "Turn is invalid: is missing; it must be an object"],
    ["null", Turn, null, "Turn is invalid: must be an object, not null (leave it out where it is not known)"],
    ["a list", Turn, [turn], "Turn is invalid: must be an object, not a list"],
    ["a Map", Turn, new Map([["role", "user"]]), "role: is missing"],
    ["a missing key", LLMTestCase, {}, "input: is missing; it must be a string"],
    ["a number for text", LLMTestCase, { input: 5 }, "input: must be a string, not a number (5)"],
    ["null for text", LLMTestCase, { input: null }, "input: must be a string, not null (leave it out"],
    ["text for true or false", LLMTestCase, { input: "", flaky: "yes" }, 'flaky: must be true or false, not "yes"'],
    ["an object for a list", LLMTestCase, { input: "", tags: {} }, "tags: must be a list, not an object"],
    ["a date for text", LLMTestCase, { input: new Date(0) }, "input: must be a string, not a Date"],
    ["a function for text", LLMTestCase, { input: () => "x" }, "input: must be a string, not a function"],
    ["a word that is not offered", Turn, { ...turn, role: "bot" }, 'role: must be one of user, assistant, not "bot"'],
    ["a word that is missing", Turn, { content: "" }, "role: is missing; it must be one of user, assistant"],
    ["a number below a bound", Turn, { ...turn, latencyMs: -1 }, "latencyMs: must be at least 0, not -1"],
    ["a number on an open bound", ToolCall, { name: "a", turn: 0 }, "turn: must be more than 0, not 0"],
    ["a fraction", ToolCall, { name: "a", turn: 1.5 }, "turn: must be a whole number, not a number (1.5)"],
    ["NaN", Turn, { ...turn, latencyMs: NaN }, "latencyMs: must be a number, not NaN"],
    ["Infinity", Turn, { ...turn, latencyMs: Infinity }, "latencyMs: must be a number, not Infinity"],
    [
      "no base64",
      Turn,
      { ...turn, audio: { dataBase64: "@", mimeType: "audio/wav" } },
      "audio.dataBase64: is not base64",
    ],
    [
      "a number for a call",
      LLMTestCase,
      { input: "", toolsCalled: [1] },
      "toolsCalled[0]: must be a string or an object, not a number (1)",
    ],
    [
      "a list for arguments",
      ToolCall,
      { name: "a", inputParameters: [] },
      "inputParameters: must be an object, not a list",
    ],
    [
      "a number for a passage",
      LLMTestCase,
      { input: "", retrievalContext: [1] },
      "retrievalContext[0]: must be a string or an object",
    ],
    [
      "null for a fact",
      ConversationalGolden,
      { scenario: "x", facts: { a: { value: null } } },
      "facts.a.value: must be a string or a number or true or false, not null",
    ],
    [
      "no pattern",
      ConversationalGolden,
      { scenario: "x", goals: [{ say: "a", done: { says: "(" } }] },
      "goals[0].done.says: is no regular expression",
    ],
    [
      "a field of the assistant",
      Turn,
      { role: "user", content: "", latencyMs: 5 },
      "latencyMs: belongs to assistant turns only",
    ],
    ["no turns", ConversationalTestCase, { turns: [] }, "turns: must hold at least one turn"],
    [
      "no JSON deep inside",
      LLMTestCase,
      { input: "", metadata: { "a b": [{ when: new Date(0) }] } },
      'metadata["a b"][0].when: a Date can\'t be kept',
    ],
    ["text for an object", LLMTestCase, { input: "", metadata: "x" }, 'metadata: must be an object, not "x"'],
    [
      "a label that is no text",
      LLMTestCase,
      { input: "", expectedLabels: { tone: 1 } },
      "expectedLabels.tone: must be a string, not a number (1)",
    ],
  ];
  for (const [what, type, value, message] of cases) {
    it(`names ${what}`, () => expect(refusal(type, value).message).to.include(message));
  }

  it("lists everything that is wrong, with the way to it", () => {
    const { message, issues, code } = refusal(ConversationalTestCase, {
      turns: [turn, { role: "assistant", content: 1, toolsCalled: [{ name: "a", nmae: 1 }, { name: " " }] }],
    });
    expect(code).to.equal("invalid_input");
    expect(issues).to.deep.equal([
      { path: "turns[1].content", message: "must be a string, not a number (1)" },
      { path: "turns[1].toolsCalled[0]", message: 'unknown key "nmae"; did you mean "name"?' },
      { path: "turns[1].toolsCalled[1].name", message: "must not be blank" },
    ]);
    expect(message).to.equal(
      "ConversationalTestCase is invalid:\n" +
        "  turns[1].content: must be a string, not a number (1)\n" +
        '  turns[1].toolsCalled[0]: unknown key "nmae"; did you mean "name"?\n' +
        "  turns[1].toolsCalled[1].name: must not be blank",
    );
  });

  it("prints twenty things at most, and keeps them all", () => {
    const { message, issues } = refusal(LLMTestCase, { input: "", tags: Array<string>(30).fill("") });
    expect(issues).to.have.length(30);
    expect(message.split("\n")).to.have.length(22);
    expect(message).to.match(/and 10 more$/);
  });
});

describe("keys", () => {
  const unknown: [string, Class, object, string][] = [
    ["a slip", LLMTestCase, { inptu: "x" }, 'unknown key "inptu"; did you mean "input"?'],
    ["a slip in snake_case", LLMTestCase, { input: "", expected_ouput: "x" }, 'did you mean "expectedOutput"?'],
    ["half a name", ToolCall, { name: "a", input: {} }, 'unknown key "input"; did you mean "inputParameters"?'],
    ["a shortened name", ToolCall, { name: "a", input_params: {} }, 'did you mean "inputParameters"?'],
    ["something else", ToolCall, { name: "a", qzjx: {} }, 'unknown key "qzjx"; known keys: name, type'],
    [
      "the prototype",
      ToolCall,
      JSON.parse('{"name":"a","__proto__":{}}') as object,
      'unknown key "__proto__"; known keys',
    ],
    ["the constructor", ToolCall, { name: "a", constructor: 1 }, 'unknown key "constructor"; known keys'],
    ["an endless name", ToolCall, { name: "a", ["x".repeat(1e6)]: 1 }, 'x…"; known keys'],
  ];
  for (const [what, type, value, message] of unknown) {
    it(`that are unknown are refused: ${what}`, () => {
      expect(refusal(type, value).message).to.include(message).and.have.length.below(600);
    });
  }

  it("may be snake_case wherever they are ours, and stay as they are in the user's own data", () => {
    const golden = new ConversationalGolden({
      scenario: "x",
      expected_outcome: "y",
      persona: { characteristics: "z", speaks_first: false, interruption_behavior: { frequency: "rare" } },
      expected_tools: [{ name: "a", input_parameters: { order_id: { unit_price: 1 } }, duration_ms: 1 }],
      tool_match: { mode: "exact" },
      budgets: { max_turns: 1, latency_ms: { p95: 1 } },
      expectations: { must_not: ["a"] },
      turns: [
        {
          role: "assistant",
          content: "",
          tools_called: ["b"],
          audio: { data_base64: "AAAA", mime_type: "audio/wav", start_time: 1 },
        },
      ],
      facts: { order_id: { value: 1 } },
      initial_state: { open_orders: [] },
      custom_column_key_values: { my_column: "x" },
    } as never);
    expect({ ...golden, id: "" }).to.deep.equal({
      id: "",
      scenario: "x",
      expectedOutcome: "y",
      persona: { characteristics: "z", speaksFirst: false, interruptionBehavior: { frequency: "rare" } },
      expectedTools: [{ name: "a", inputParameters: { order_id: { unit_price: 1 } }, durationMs: 1 }],
      toolMatch: { mode: "exact" },
      budgets: { maxTurns: 1, latencyMs: { p95: 1 } },
      expectations: { mustNot: ["a"] },
      turns: [
        {
          role: "assistant",
          content: "",
          toolsCalled: [{ name: "b" }],
          audio: { dataBase64: "AAAA", mimeType: "audio/wav", startTime: 1 },
        },
      ],
      facts: { order_id: { value: 1 } },
      initialState: { open_orders: [] },
      customColumnKeyValues: { my_column: "x" },
    });
  });

  it("given in both spellings are refused, even with one value", () => {
    const { message } = refusal(LLMTestCase, { input: "", expected_output: "x", expectedOutput: "x" });
    expect(message).to.include('"expected_output" and "expectedOutput" are the same key; give one of them');
  });

  it("without a value are absent", () => {
    expect(new Turn({ role: "user", content: "", userId: undefined })).to.not.have.property("userId");
  });

  it("are looked for on the value itself, not on its prototype", () => {
    const { message } = refusal(Turn, Object.create({ role: "user", content: "x" }));
    expect(message).to.include("role: is missing").and.include("content: is missing");
  });

  it("whose getter throws are named", () => {
    const value = {
      role: "user",
      get content(): string {
        throw new Error("no content today");
      },
    };
    expect(refusal(Turn, value).message).to.include("content: can't be read: no content today");
  });

  it("of a proxy that throws are an error of ours too", () => {
    const ownKeys = () => {
      throw new Error("closed");
    };
    expect(refusal(Turn, new Proxy({}, { ownKeys })).message).to.include("can't be read: closed");
  });
});
