import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Judge, JudgeAnswer } from "../../../src/test-case/judge.js";
import { held } from "./held.js";

interface Reported {
  readonly report: string;
  readonly says: string;
  readonly input: {
    /** What the judge answers, call by call; the last stays, as does the last line and the last reply. */
    readonly judgements: readonly JudgeAnswer["answer"][];
    readonly lines?: readonly string[];
    readonly replies: readonly string[];
    readonly minUserTurns?: number;
  };
  readonly expected: { readonly endedBy: string; readonly userTurns: number };
}

const at = <T>(list: readonly T[], index: number): T => list[Math.min(index, list.length - 1)] as T;

describe("reported about the end of conversations", () => {
  for (const name of ["langwatch-scenario-886", "langwatch-scenario-899", "deepeval-1481-goodbyes"]) {
    const url = new URL(`../../fixtures/reported/${name}.json`, import.meta.url);
    const { report, says, input, expected } = JSON.parse(readFileSync(url, "utf8")) as Reported;
    it(`${report}: ${says}`, async () => {
      let calls = 0;
      const judge: Judge = {
        id: "judge",
        decide: async ({ questions }) => {
          const answer = at(input.judgements, calls++);
          return questions.map(({ id }) => ({ id, answer, reason: "it says so", evidence: [] }));
        },
      };
      const { lines } = input;
      const testCase = await held(({ turns }) => at(input.replies, (turns.length - 1) / 2), {
        judge,
        stopWhenMet: true,
        ...(input.minUserTurns !== undefined && { minUserTurns: input.minUserTurns }),
        ...(lines && { user: { name: "lines", next: ({ userTurns }) => ({ say: at(lines, userTurns) }) } }),
      });
      expect(testCase.endReason?.by).to.equal(expected.endedBy);
      expect(testCase.turns.filter(({ role }) => role === "user")).to.have.length(expected.userTurns);
      expect(testCase).to.not.have.property("error");
    });
  }
});
