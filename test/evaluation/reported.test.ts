import { readFileSync } from "node:fs";
import { expect } from "chai";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { metric, nothingStated, result } from "./fakes.js";

interface Reported<Input, Expected> {
  readonly report: string;
  readonly input: Input;
  readonly expected: Expected;
}
const read = <Input, Expected>(name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Reported<
    Input,
    Expected
  >;

const options = { stated: nothingStated, record: false };

describe("reports on other tools", () => {
  it("deepeval #3159: results come in the order of the test cases, whatever ends first", async () => {
    const { input, expected } = read<{ delays: number[] }, { order: number[] }>("deepeval-3159");
    const slow = {
      ...metric("slow"),
      measure: async ({ metadata }: { metadata?: object }) => {
        const { at } = metadata as { at: number };
        for (let ticks = input.delays[at] ?? 0; ticks > 0; ticks -= 1) await new Promise(setImmediate);
        return result({ reason: String(at) });
      },
    };
    const testCases = input.delays.map((_, at) => ({ input: "q", metadata: { at } }));
    const { results } = await evaluate(testCases, { ...options, metrics: [slow] });
    expect(results.map(({ metrics }) => Number(metrics[0]?.reason))).to.deep.equal(expected.order);
  });

  it("deepeval #805: one bad record does not take the run with it", async () => {
    type Cases = Parameters<typeof evaluate>[0];
    const { input, expected } = read<{ testCases: Cases }, { verdicts: string[]; passed: boolean }>("deepeval-805");
    const run = await evaluate(input.testCases, { ...options, metrics: [metric("m")] });
    expect(run.results.map(({ verdict }) => verdict)).to.deep.equal(expected.verdicts);
    expect(run.passed).to.equal(expected.passed);
  });
});
