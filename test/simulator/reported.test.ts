import { expect } from "chai";
import { readFileSync } from "node:fs";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import type { AgentReply } from "../../src/simulator/agent.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { JsonObject } from "../../src/test-case/json.js";
import { golden, hold } from "./support.js";

interface Reported {
  readonly report: string;
  readonly says: string;
  readonly input: {
    readonly golden: ConversationalGoldenInput;
    /** What a scripted user says, or else what the model of a user answers; the last answer stays. */
    readonly lines?: readonly string[];
    readonly answers?: readonly (JsonObject | "")[];
    /** What the agent answers; the last stays. */
    readonly replies: readonly AgentReply[];
    readonly maxUserSimulations?: number;
  };
  readonly expected: {
    readonly turns: readonly (readonly [role: string, content: string])[];
    readonly endedBy: string;
    readonly fields?: JsonObject;
    readonly inputs?: readonly string[];
    readonly variables?: readonly JsonObject[];
    readonly modelCalls?: number;
  };
}

const reports = [
  "deepeval-1481",
  "deepeval-1878",
  "deepeval-1884",
  "deepeval-1943",
  "langwatch-scenario-839",
  "openevals-111",
  "scenario-955",
  "promptfoo-4649",
  "promptfoo-6090",
  "tolokaforge-611",
];

const read = (name: string): Reported =>
  JSON.parse(readFileSync(new URL(`../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Reported;

const at = <T>(list: readonly T[], index: number): T | undefined => list[Math.min(index, list.length - 1)];

describe("reported of other simulators", () => {
  for (const { report, says, input, expected } of reports.map(read)) {
    it(`${report}: ${says}`, async () => {
      let modelCalls = 0;
      const model: LanguageModel = {
        id: "fake",
        generate: async () => {
          const answer = at(input.answers ?? [], modelCalls++);
          const usage = { inputTokens: null, outputTokens: null };
          return { text: "", toolCalls: [], usage, ...(typeof answer === "object" ? { json: answer } : {}) };
        },
      };
      const heard: { input: string | null; variables: unknown }[] = [];
      const testCase = await hold(
        ({ input: said, golden: { variables } }) => at(input.replies, heard.push({ input: said, variables }) - 1) ?? "",
        {
          golden: golden(input.golden),
          user: input.lines === undefined ? new LanguageModelUser({ model }) : new ScriptedUser(input.lines),
          maxUserSimulations: input.maxUserSimulations ?? 10,
        },
      );
      expect(testCase.turns.map(({ role, content }) => [role, content])).to.deep.equal(expected.turns);
      expect(testCase.endReason?.by).to.equal(expected.endedBy);
      expect(testCase.error).to.equal(undefined);
      if (expected.fields !== undefined) expect(testCase).to.deep.include(expected.fields);
      if (expected.inputs !== undefined) expect(heard.map((one) => one.input)).to.deep.equal(expected.inputs);
      if (expected.variables !== undefined) {
        expect(heard.map((one) => one.variables)).to.deep.equal(expected.variables);
      }
      if (expected.modelCalls !== undefined) expect(modelCalls).to.equal(expected.modelCalls);
    });
  }
});
