import fc from "fast-check";
import type { AssertedFields } from "../../src/test-case/asserted-fields.js";
import type { Audio } from "../../src/test-case/audio.js";
import { endedBy, type ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import type { Expectations } from "../../src/test-case/expectations.js";
import { put, type JsonObject, type JsonValue } from "../../src/test-case/json.js";
import type { LLMTestCase } from "../../src/test-case/llm-test-case.js";
import type { ImageData } from "../../src/test-case/mllm-image.js";
import type { Persona } from "../../src/test-case/persona.js";
import type { RetrievedContext } from "../../src/test-case/retrieved-context.js";
import type { ToolCall } from "../../src/test-case/tool-call.js";
import type { Turn } from "../../src/test-case/turn.js";

const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0.1, 1e21, 1.5e300, 5e-324))
  .map((value) => (value === 0 ? 0 : value));
const positive = fc.double({ min: 0, max: 1e9, noNaN: true, minExcluded: true });

const assistantOnly = ["shouldEvaluate", "expectedOutput", "expectedTools", "context", "latencyMs", "interrupted"];

function dictionary<T>(key: fc.Arbitrary<string>, item: fc.Arbitrary<T>): fc.Arbitrary<{ [key: string]: T }> {
  return fc.array(fc.tuple(key, item), { maxLength: 3 }).map((entries) => {
    const made: { [key: string]: T } = {};
    for (const [name, value] of entries) put(made, name, value);
    return made;
  });
}

/** Arbitrary values of every class, with texts from `string`. */
export function arbitraries(string: fc.Arbitrary<string>) {
  const text = string.filter((value) => value.trim() !== "");
  const texts = fc.array(text, { maxLength: 3 });
  const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      string,
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 3 }),
      dictionary(string, tie("value")),
    ),
  })).value;
  const jsonObject: fc.Arbitrary<JsonObject> = dictionary(string, json);
  const optional = { requiredKeys: [] };

  const toolCall: fc.Arbitrary<ToolCall> = fc.record(
    {
      name: text,
      type: fc.constantFrom("function", "mcp"),
      description: string,
      reasoning: string,
      inputParameters: fc.oneof(jsonObject, string),
      output: json,
      id: string,
      error: string,
      durationMs: positive,
      startTimeMs: number,
      batch: string,
      executed: fc.boolean(),
      turn: fc.integer({ min: 1, max: 99 }),
      optional: fc.boolean(),
    },
    { requiredKeys: ["name"] },
  );
  const toolCalls = fc.array(toolCall, { maxLength: 2 });
  const retrievedContext: fc.Arbitrary<RetrievedContext> = fc.record(
    { context: text, source: string, id: string, score: number, metadata: jsonObject },
    { requiredKeys: ["context"] },
  );
  const retrievalContext = fc.array(fc.oneof(text, retrievedContext), { maxLength: 3 });
  const base64 = fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString("base64"));
  const sound = { sampleRate: positive, encoding: string, duration: positive, startTime: positive };
  const audio: fc.Arbitrary<Audio> = fc.oneof(
    fc.record(
      { ...sound, dataBase64: base64, mimeType: fc.constant("audio/wav") },
      { requiredKeys: ["dataBase64", "mimeType"] },
    ),
    fc.record(
      { ...sound, url: fc.constantFrom("a b.wav", "C:\\a.wav", "https://example.com/a.wav") },
      { requiredKeys: ["url"] },
    ),
  );
  const image: fc.Arbitrary<ImageData> = fc.oneof(
    fc.record({ url: fc.webUrl(), filename: string, local: fc.constant(false) }, { requiredKeys: ["url"] }),
    fc.record(
      { dataBase64: base64, mimeType: fc.constant("image/png"), filename: string, url: fc.constant("cat.png") },
      { requiredKeys: ["dataBase64", "mimeType"] },
    ),
  );
  const persona: fc.Arbitrary<Persona> = fc.record(
    {
      name: string,
      characteristics: text,
      speaksFirst: fc.boolean(),
      interruptionBehavior: fc.record(
        {
          frequency: fc.constantFrom("rare", "normal", "frequent"),
          overlap: fc.constantFrom("yield", "adaptive", "insist"),
        },
        optional,
      ),
      muted: fc.boolean(),
      voice: string,
      backgroundNoise: fc.record(
        { audio: text, volume: fc.double({ min: 0, max: 1, noNaN: true }).map((v) => v || 0) },
        { requiredKeys: ["audio"] },
      ),
      multilingualStt: fc.boolean(),
      holdTimeout: positive,
    },
    { requiredKeys: ["characteristics"] },
  );
  const expectations: fc.Arbitrary<Expectations> = fc.record({ must: texts, mustNot: texts, model: string }, optional);
  const count = fc.nat(50);
  const asserted: { [K in keyof AssertedFields]-?: fc.Arbitrary<AssertedFields[K]> } = {
    // Keys of objects may look like matchers, and one that is misspelt is refused.
    expectedTools: toolCalls.filter((calls) => !/"\$(?:[^"\\]|\\.)*":/.test(JSON.stringify(calls))),
    toolMatch: fc.record(
      { mode: fc.constantFrom("exact", "subset"), args: fc.constantFrom("contains", "ignore") },
      optional,
    ),
    forbiddenTools: texts,
    permittedTools: texts,
    confirmBefore: texts,
    mustCommunicate: texts,
    mustNotCommunicate: texts,
    expectedState: json,
    goldenActions: toolCalls,
    budgets: fc.record(
      {
        maxTurns: count,
        maxToolCalls: count,
        latencyMs: fc.record({ p95: positive, max: positive }, optional),
        maxTokens: count,
        maxCost: positive,
        maxInterruptions: count,
      },
      optional,
    ),
    expectations,
    expectedLabels: dictionary(string, text),
  };
  const turn: fc.Arbitrary<Turn> = fc
    .record(
      {
        role: fc.constantFrom("user", "assistant"),
        content: string,
        userId: string,
        retrievalContext,
        toolsCalled: toolCalls,
        audio,
        latencyMs: positive,
        interrupted: fc.boolean(),
        metadata: jsonObject,
        traceId: string,
        shouldEvaluate: fc.boolean(),
        expectedOutput: string,
        // Keys of objects may look like matchers, and one that is misspelt is refused.
        expectedTools: toolCalls.filter((calls) => !/"\$(?:[^"\\]|\\.)*":/.test(JSON.stringify(calls))),
        context: texts,
      },
      { requiredKeys: ["role", "content"] },
    )
    .map((made): Turn => {
      if (made.role === "assistant") return made;
      const entries = Object.entries(made).filter(([key]) => !assistantOnly.includes(key));
      return Object.fromEntries(entries) as unknown as Turn;
    });
  const about = {
    name: text,
    tags: texts,
    comments: string,
    metadata: jsonObject,
    flaky: fc.boolean(),
    customColumnKeyValues: dictionary(string, string),
  };
  const llmTestCase: fc.Arbitrary<LLMTestCase> = fc.record(
    {
      ...asserted,
      ...about,
      input: string,
      actualOutput: string,
      expectedOutput: string,
      context: texts,
      retrievalContext,
      toolsCalled: toolCalls,
      tokenCost: positive,
      completionTimeMs: positive,
      goldenId: string,
      error: string,
    },
    { requiredKeys: ["input"] },
  );
  const conversationalTestCase: fc.Arbitrary<ConversationalTestCase> = fc
    .record(
      {
        ...asserted,
        ...about,
        turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
        scenario: string,
        expectedOutcome: string,
        persona,
        context: texts,
        chatbotRole: string,
        endReason: fc.record({ by: fc.constantFrom(...endedBy), reason: string }),
        error: string,
        seed: string,
        threadId: string,
        goldenId: string,
        trial: fc.integer({ min: 1, max: 9 }),
      },
      { requiredKeys: ["turns"] },
    )
    .map((made) => (made.turns.some(({ audio: sound }) => sound !== undefined) ? { ...made, voice: true } : made));
  return {
    text,
    texts,
    string,
    json,
    jsonObject,
    dictionary,
    number,
    toolCall,
    toolCalls,
    retrievedContext,
    retrievalContext,
    audio,
    image,
    persona,
    expectations,
    asserted,
    about,
    turn,
    llmTestCase,
    conversationalTestCase,
  };
}
