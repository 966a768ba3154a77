import { expect } from "chai";
import { readFileSync } from "node:fs";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import { goldenOf, talk, type Reply } from "./agenda/talk.js";

interface Reported {
  readonly report: string;
  readonly says: string;
  readonly input: { readonly golden: ConversationalGoldenInput; readonly replies: readonly Reply[] };
  /** Regular expressions, but for the number of turns. */
  readonly expected: {
    readonly userTurns: number;
    readonly lastWords: string;
    readonly end: string;
    readonly said?: readonly string[];
  };
}

describe("what was reported of simulated users", () => {
  for (const name of ["tau2-bench-297", "tolokaforge-1078"]) {
    const path = new URL(`../fixtures/reported/${name}.json`, import.meta.url);
    const { report, input, expected } = JSON.parse(readFileSync(path, "utf8")) as Reported;

    it(`${report} does not happen to an AgendaUser`, () => {
      const { said, end } = talk(goldenOf(input.golden), (_, n) => input.replies[n] ?? "");
      expect(said).to.have.length(expected.userTurns);
      expect(said.at(-1)).to.match(new RegExp(expected.lastWords));
      expect(end).to.match(new RegExp(expected.end));
      expected.said?.forEach((pattern, at) => expect(said[at]).to.match(new RegExp(pattern)));
    });
  }
});
