import { expect } from "chai";
import { ConfirmBeforeMetric } from "../../../../src/metrics/index.js";
import { ConversationalTestCase } from "../../../../src/test-case/index.js";
import type { JsonObject } from "../../../../src/test-case/json.js";
import { assistant, user } from "./refund-talk.js";

export type Row = readonly [verdict: string, args: JsonObject, answer?: string];

/** What is agreed to with "Yes" where a row has no other answer, and what is called then. */
export function agreedTo(proposal: string, name: string, ...rows: readonly Row[]): void {
  for (const [verdict, args, answer = "Yes"] of rows)
    it(`${JSON.stringify(proposal)} ${answer}: ${name} ${JSON.stringify(args)} ${verdict}`, async () => {
      const turns = [
        user("Hi, please help me."),
        assistant(proposal),
        user(answer),
        assistant("Done.", { name, inputParameters: args }),
      ];
      const result = await new ConfirmBeforeMetric({ tools: [name] }).measure(new ConversationalTestCase({ turns }));
      expect(result.verdict, result.reason).to.equal(verdict);
    });
}
