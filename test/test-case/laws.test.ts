import { expect } from "chai";
import fc from "fast-check";
import { ConversationalGolden, conversationalGoldenSchema } from "../../src/golden/conversational-golden.js";
import { Golden, goldenSchema } from "../../src/golden/golden.js";
import { Audio, audioSchema } from "../../src/test-case/audio.js";
import { ConversationalTestCase, conversationalTestCaseSchema } from "../../src/test-case/conversational-test-case.js";
import { Expectations, expectationsSchema } from "../../src/test-case/expectations.js";
import { LLMTestCase, llmTestCaseSchema } from "../../src/test-case/llm-test-case.js";
import { MLLMImage, imageSchema } from "../../src/test-case/mllm-image.js";
import { Persona, personaSchema } from "../../src/test-case/persona.js";
import { RetrievedContext, retrievedContextSchema } from "../../src/test-case/retrieved-context.js";
import { parse, type Schema } from "../../src/test-case/schema.js";
import { ToolCall, toolCallSchema } from "../../src/test-case/tool-call.js";
import { Turn, turnSchema } from "../../src/test-case/turn.js";
import { goldenArbitraries } from "../golden/arbitraries.js";
import { arbitraries } from "./arbitraries.js";
import { anyText } from "./arbitrary-text.js";

interface Law<T extends object> {
  readonly type: new (value: T) => T;
  readonly schema: Schema<T>;
  readonly value: fc.Arbitrary<T>;
}

const any = arbitraries(anyText);
const goldens = goldenArbitraries(anyText);
const law = <T extends object>(type: new (value: never) => T, schema: Schema<T>, value: fc.Arbitrary<T>): Law<object> =>
  ({ type, schema, value }) as unknown as Law<object>;

const laws = [
  law(ToolCall, toolCallSchema, any.toolCall),
  law(RetrievedContext, retrievedContextSchema, any.retrievedContext),
  law(Audio, audioSchema, any.audio),
  law(MLLMImage, imageSchema, any.image),
  law(Persona, personaSchema, any.persona),
  law(Expectations, expectationsSchema, any.expectations),
  law(Turn, turnSchema, any.turn),
  law(LLMTestCase, llmTestCaseSchema, any.llmTestCase),
  law(ConversationalTestCase, conversationalTestCaseSchema, any.conversationalTestCase),
  law(Golden, goldenSchema, goldens.golden),
  law(ConversationalGolden, conversationalGoldenSchema, goldens.conversationalGolden),
];

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function isFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

for (const { type, schema, value } of laws) {
  describe(type.name, () => {
    const holds = (test: (given: object) => void) => {
      const property = fc.property(value, (given) => {
        test(given);
      });
      fc.assert(property, { numRuns: 60 });
    };

    it("keeps whatever JSON can hold, and adds nothing", () => {
      holds((given) => expect(parse(schema, given, "value")).to.deep.equal(given));
    });

    it("is the same after a trip through JSON", () => {
      holds((given) => {
        const made = new type(given);
        expect(parse(schema, throughJson(made), "value")).to.deep.equal({ ...made });
      });
    });

    it("made with new is the plain object with a class", () => {
      holds((given) => {
        const made = new type(given);
        expect(made).to.be.instanceOf(type);
        expect({ ...made }).to.deep.equal(parse(schema, given, "value"));
      });
    });

    it("is frozen through and through, and the value given is left as it was", () => {
      holds((given) => {
        const before = JSON.stringify(given);
        expect(isFrozen(new type(given))).to.equal(true);
        expect(isFrozen(parse(schema, given, "value"))).to.equal(true);
        expect(Object.isFrozen(given)).to.equal(false);
        expect(JSON.stringify(given)).to.equal(before);
      });
    });

    it("is not checked a second time", () => {
      holds((given) => {
        const made = parse(schema, given, "value");
        expect(parse(schema, made, "value")).to.equal(made);
      });
    });

    it("refuses an unknown key by its name", () => {
      holds((given) => expect(() => new type({ ...given, qzjx: 1 })).to.throw('unknown key "qzjx"'));
    });
  });
}
