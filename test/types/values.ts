// Compile-time assertions: `tsc` is the test runner here, and nothing in this file runs.
import {
  ConversationalGolden,
  EvaluationDataset,
  Golden,
  isConversationalGolden,
  type AnyGolden,
  type ConversationalGoldenInput,
  type GoldenInput,
  type InvalidDatasetError,
} from "../../src/golden/index.js";
import {
  Audio,
  ConversationalTestCase,
  Expectations,
  LLMTestCase,
  MLLMImage,
  Persona,
  RetrievedContext,
  ToolCall,
  Turn,
  type ConversationalTestCaseInput,
  type ImageData,
  type LLMTestCaseInput,
  type TurnInput,
} from "../../src/test-case/index.js";

const is = <T>(value: T): T => value;

export function plainObjectsAreTakenWhereClassesAre(): void {
  is<ToolCall>({ name: "a" });
  is<ToolCall>(new ToolCall("a"));
  is<Turn>({ role: "user", content: "a" });
  is<Turn>(new Turn({ role: "assistant", content: "a", toolsCalled: ["a", { name: "b" }] }));
  is<Persona>({ characteristics: "a" });
  is<Persona>(new Persona("a"));
  is<Expectations>(new Expectations({ must: ["a"] }));
  is<RetrievedContext>(new RetrievedContext({ context: "a" }));
  is<Audio>(new Audio({ url: "a.wav" }));
  is<ImageData>(new MLLMImage({ url: "a.png" }));
  is<LLMTestCase>(new LLMTestCase({ input: "a", retrievalContext: ["a", { context: "b" }], expectedTools: ["a"] }));
  is<ConversationalTestCase>(new ConversationalTestCase({ turns: [{ role: "user", content: "a" }], persona: "a" }));
  is<Golden>(new Golden({ input: "a", toolsCalled: ["a"] }));
  is<ConversationalGolden>(
    new ConversationalGolden({ scenario: "a", facts: { b: 1, c: { value: true } }, goals: ["d"] }),
  );
}

export function whatWasMadeIsTakenAgain(): void {
  is<TurnInput>(new Turn({ role: "user", content: "a" }));
  is<LLMTestCaseInput>(new LLMTestCase({ input: "a" }));
  is<ConversationalTestCaseInput>(new ConversationalTestCase({ turns: [] }));
  is<GoldenInput>(new Golden({ input: "a" }));
  is<ConversationalGoldenInput>(new ConversationalGolden({ scenario: "a" }));
}

export function mistakesDoNotCompile(turn: Turn, golden: Golden): void {
  // @ts-expect-error an unknown key
  new Turn({ role: "user", content: "a", toolCalled: [] });
  // @ts-expect-error an unknown key deep inside
  new ConversationalGolden({ scenario: "a", persona: { characteristics: "b", speakFirst: true } });
  // @ts-expect-error an unknown key in a list
  new LLMTestCase({ input: "a", expectedTools: [{ name: "a", arguments: {} }] });
  // @ts-expect-error a missing key
  new Turn({ role: "user" });
  // @ts-expect-error a word that is not offered
  new Turn({ role: "system", content: "a" });
  // @ts-expect-error snake_case is for files
  new Golden({ input: "a", expected_output: "b" });
  // @ts-expect-error null where a value is not known: leave it out
  new Golden({ input: "a", expectedOutput: null });
  // @ts-expect-error a date is not JSON
  new Golden({ input: "a", metadata: { when: new Date() } });
  // @ts-expect-error values are frozen
  turn.content = "b";
  // @ts-expect-error all of them
  golden.retrievalContext = [];
  // @ts-expect-error a golden is a question or a conversation
  new EvaluationDataset([{ id: "a" }]);
}

export async function datasetsTellTheKindsApart(): Promise<void> {
  const dataset = await EvaluationDataset.load("a.yaml", { onInvalid: "skip" });
  is<readonly AnyGolden[]>(dataset.goldens);
  is<readonly ConversationalGolden[]>(dataset.conversationalGoldens);
  is<readonly Golden[]>(dataset.singleTurnGoldens);
  for (const golden of dataset.goldens) is<string>(isConversationalGolden(golden) ? golden.scenario : golden.input);
  is<number | undefined>(dataset.issues[0]?.line);
  const { dataset: good, issues } = new Error() as InvalidDatasetError;
  is<EvaluationDataset>(good);
  is<string | undefined>(issues[0]?.column);
  // @ts-expect-error a dataset is frozen
  dataset.goldens[0] = new Golden({ input: "a" });
  // @ts-expect-error an unknown option
  await EvaluationDataset.load("a.yaml", { onError: "skip" });
  // @ts-expect-error text does not tell its format
  EvaluationDataset.parse("[]");
}
