import { expect } from "chai";
import { ConfirmBeforeMetric, MustCommunicateMetric } from "../../src/metrics/index.js";
import { ConversationalTestCase } from "../../src/test-case/index.js";
import type { Metric } from "../../src/test-case/metric.js";

const LENGTH = 100_000;
/** What models say when they go wrong: one thing over and over. */
const units = ["\n", "\n- ", "? ", ", ", "1.", "(1)", "+1 ", "A1", "A-1 ", "not ", "and ", "keep ", "is free "];

describe("an agent that says one thing 100 kB long", () => {
  const inputParameters = { order: "A-1042", amount: 5, day: "Monday", address: "5 Elm Street", time: "9 am" };
  const measures: Readonly<Record<string, (text: string) => readonly [Metric, ConversationalTestCase]>> = {
    "for a proposal": (text) => [
      new ConfirmBeforeMetric(),
      new ConversationalTestCase({
        turns: [
          { role: "user", content: "Hi" },
          { role: "assistant", content: `${text} Shall I refund A-1042?`, toolsCalled: [] },
          { role: "user", content: "Yes" },
          { role: "assistant", content: "Done.", toolsCalled: [{ name: "refund", inputParameters }] },
        ],
        confirmBefore: ["refund"],
      }),
    ],
    "for an answer": (text) => [
      new MustCommunicateMetric(),
      new ConversationalTestCase({
        turns: [
          { role: "user", content: "Hi" },
          { role: "assistant", content: text },
        ],
        mustCommunicate: ["$59.90", "A-1042", "approved"],
        mustNotCommunicate: ["555-123-4567", "4111 1111 1111 1111"],
      }),
    ],
  };
  for (const [what, made] of Object.entries(measures))
    for (const unit of units)
      it(`is read in time, ${what}: ${JSON.stringify(unit)}`, async () => {
        const [metric, testCase] = made(unit.repeat(Math.ceil(LENGTH / unit.length)));
        // Of the processor, so that a busy machine is no failure.
        const began = process.cpuUsage();
        await metric.measure(testCase);
        expect(process.cpuUsage(began).user / 1000).to.be.below(4000);
      });
});
