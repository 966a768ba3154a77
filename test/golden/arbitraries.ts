import fc from "fast-check";
import type { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import type { Golden } from "../../src/golden/golden.js";
import { arbitraries } from "../test-case/arbitraries.js";

/** Arbitrary goldens with every field, with texts from `string`. */
export function goldenArbitraries(string: fc.Arbitrary<string>) {
  const any = arbitraries(string);
  const { text, texts } = any;
  const base = {
    ...any.asserted,
    ...any.about,
    id: text,
    trials: fc.integer({ min: 1, max: 9 }),
    context: texts,
    sourceFile: string,
  };
  const golden: fc.Arbitrary<Golden> = fc.record(
    {
      ...base,
      input: string,
      expectedOutput: string,
      actualOutput: string,
      retrievalContext: any.retrievalContext,
      toolsCalled: any.toolCalls,
    },
    { requiredKeys: ["id", "input"] },
  );
  const done = fc.record({ says: fc.constantFrom("refund(ed)?", "a|b;c"), calls: text }, { requiredKeys: [] });
  const fact = fc.record(
    { value: fc.oneof(string, any.number, fc.boolean()), aliases: texts },
    { requiredKeys: ["value"] },
  );
  const conversationalGolden: fc.Arbitrary<ConversationalGolden> = fc.record(
    {
      ...base,
      scenario: text,
      expectedOutcome: string,
      persona: any.persona,
      chatbotRole: string,
      turns: fc.array(any.turn, { maxLength: 2 }),
      opening: text,
      goals: fc.array(fc.record({ say: text, done }, { requiredKeys: ["say"] }), { maxLength: 2 }),
      facts: any.dictionary(string, fact),
      unknown: texts,
      confirms: fc.boolean(),
      language: text,
      variables: any.jsonObject,
      initialState: any.json,
    },
    { requiredKeys: ["id", "scenario"] },
  );
  const goldens = fc.uniqueArray(fc.oneof(golden, conversationalGolden), {
    minLength: 1,
    maxLength: 3,
    selector: ({ id }) => id,
  });
  return { golden, conversationalGolden, goldens };
}
