import { expect } from "chai";
import { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { LLMTestCase } from "../../src/test-case/llm-test-case.js";
import { RetrievedContext } from "../../src/test-case/retrieved-context.js";
import { parse } from "../../src/test-case/schema.js";
import { Persona } from "../../src/test-case/persona.js";
import { ToolCall, toolCallSchema } from "../../src/test-case/tool-call.js";
import { Turn, turnSchema } from "../../src/test-case/turn.js";

describe("values that may be written short", () => {
  it("a string is a call of that name", () => {
    expect(new ToolCall("search")).to.deep.equal({ name: "search" });
    expect(new LLMTestCase({ input: "", expectedTools: ["a", { name: "b" }] }).expectedTools).to.deep.equal([
      { name: "a" },
      { name: "b" },
    ]);
  });

  it("a string is the characteristics of a persona", () => {
    expect(new Persona("Terse.")).to.deep.equal({ characteristics: "Terse." });
  });

  it("arguments that are no object stay the text that they are", () => {
    expect(new ToolCall({ name: "a", inputParameters: '{"half": ' }).inputParameters).to.equal('{"half": ');
    expect(new ToolCall({ name: "a", inputParameters: "" }).inputParameters).to.equal("");
  });
});

describe("lists", () => {
  const fields = ["context", "retrievalContext", "tags", "forbiddenTools", "mustCommunicate"] as const;
  for (const field of fields) {
    it(`${field} may be empty, which is not the same as absent`, () => {
      expect(new LLMTestCase({ input: "", [field]: [] }))
        .to.have.property(field)
        .that.deep.equals([]);
      expect(new LLMTestCase({ input: "" })).to.not.have.property(field);
    });

    it(`${field} holds no blank text`, () => {
      for (const blank of ["", "  ", "\n"])
        expect(() => new LLMTestCase({ input: "", [field]: ["a", blank] })).to.throw(`${field}[1]: must not be blank`);
    });
  }

  it("of calls may be empty, which is not the same as absent", () => {
    const { toolsCalled, expectedTools } = new LLMTestCase({ input: "", toolsCalled: [] });
    expect(toolsCalled).to.deep.equal([]);
    expect(expectedTools).to.equal(undefined);
  });
});

describe("a conversation", () => {
  it("with audio in a turn is a voice conversation", () => {
    const audio = { url: "a.wav" };
    expect(new ConversationalTestCase({ turns: [{ role: "user", content: "", audio }] }).voice).to.equal(true);
    expect(new ConversationalTestCase({ turns: [{ role: "user", content: "" }] })).to.not.have.property("voice");
  });

  it("may have no turns where it broke off before the first", () => {
    expect(new ConversationalTestCase({ turns: [], error: "no agent" }).turns).to.deep.equal([]);
  });

  it("takes turns that are checked already as they are", () => {
    const turn = parse(turnSchema, { role: "user", content: "Hi." }, "turn");
    expect(new ConversationalTestCase({ turns: [turn] }).turns[0]).to.equal(turn);
  });

  it("holds plain turns even where it was given instances", () => {
    const [turn] = new ConversationalTestCase({ turns: [new Turn({ role: "user", content: "Hi." })] }).turns;
    expect(Object.getPrototypeOf(turn)).to.equal(Object.prototype);
    expect(turn).to.deep.equal({ role: "user", content: "Hi." });
  });
});

describe("a checked value", () => {
  it("makes checked what it holds", () => {
    const [turn] = new ConversationalTestCase({ turns: [{ role: "user", content: "Hi." }] }).turns;
    expect(parse(turnSchema, turn, "turn")).to.equal(turn);
  });

  it("holds no -0, which JSON would turn into 0", () => {
    expect(Object.is(new RetrievedContext({ context: "a", score: -0 }).score, 0)).to.equal(true);
  });

  it("is checked for its own kind only", () => {
    const call = parse(toolCallSchema, { name: "a" }, "call");
    expect(() => parse(turnSchema, call, "turn")).to.throw('unknown key "name"');
  });

  it("that was spread into a new one is checked anew", () => {
    const call = parse(toolCallSchema, { name: "a" }, "call");
    expect(() => parse(toolCallSchema, { ...call, name: "" }, "call")).to.throw("name: must not be blank");
  });

  it("is not taken for checked where its check failed", () => {
    const call = { name: "a", inputParameters: {} };
    expect(() => new LLMTestCase({ input: 5 as unknown as string, toolsCalled: [call] })).to.throw("input");
    expect(Object.isFrozen(call)).to.equal(false);
  });
});

describe("huge values", () => {
  it("of text and audio are taken", () => {
    const content = "x".repeat(20_000_000);
    const audio = { dataBase64: "A".repeat(20_000_000), mimeType: "audio/wav" };
    expect(new Turn({ role: "user", content, audio }).content).to.have.length(20_000_000);
  });

  it("that nest too deeply are refused, not a crash", () => {
    let deep: object = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    expect(() => new Turn({ role: "user", content: "", metadata: deep as never })).to.throw(
      "nested more than 200 levels",
    );
  });

  it("that refer to themselves are refused, not a crash", () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    expect(() => new Turn({ role: "user", content: "", metadata: loop as never })).to.throw(
      "metadata.loop: refers back to itself",
    );
    const turns: unknown[] = [];
    turns.push(turns);
    expect(() => new ConversationalTestCase({ turns: turns as never })).to.throw(
      "turns[0]: must be an object, not a list",
    );
  });
});
