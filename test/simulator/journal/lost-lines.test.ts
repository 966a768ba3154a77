import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate } from "../../../src/simulator/simulate.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { virtualClock } from "../../support/virtual-clock.js";

const base: ConversationalGoldenInput = {
  id: "g",
  scenario: "A refund.",
  turns: [{ role: "assistant", content: "Hi" }],
};

describe("the lines of a journal", () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), "journal-"))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const run = (golden: object = {}) =>
    simulate(
      { conversationalGoldens: [{ ...base, ...golden }], journal: directory },
      settingsOf({
        agent: ({ input }) => [`re ${String(input)}`, "Anything else?"],
        user: new ScriptedUser(["one", "two"]),
        clock: virtualClock(),
      }),
      { loadTracing: async () => undefined, env: {}, warn: () => undefined },
    );
  const file = (): string => join(directory, readdirSync(directory).find((name) => name.endsWith(".jsonl")) ?? "");
  const lines = (): string[] => readFileSync(file(), "utf8").split("\n").slice(0, -1);
  const write = (kept: readonly string[]): void => writeFileSync(file(), kept.map((line) => `${line}\n`).join(""));

  it("are missed where turns were in them", async () => {
    await run();
    const whole = lines();
    expect(whole).to.have.lengthOf(8);
    const hasTurns = (line: string): boolean => line.includes('"turns"');
    // All that can be left out: to be noticed, wherever turns are among them.
    for (let left = 1; left < 1 << 6; left += 1) {
      const gone = (_: string, at: number): boolean => at > 0 && at < 7 && (left & (1 << (at - 1))) !== 0;
      write(whole.filter((line, at) => !gone(line, at)));
      const [testCase] = await run();
      if (whole.some((line, at) => gone(line, at) && hasTurns(line)))
        expect(testCase?.error, String(left)).to.match(
          /line \d+: .*damaged \(it goes on after turn \d+, and the lines before tell of \d+ turns\)/,
        );
      else expect([testCase?.error, testCase?.turns.length], String(left)).to.deep.equal([undefined, 7]);
    }
  });

  it("may have empty ones between and after them", async () => {
    const [whole] = await run();
    const [head = "", ...rest] = lines();
    write([head, "", ...rest, "", " "]);
    expect(await run()).to.deep.equal([whole]);
    write([head, ...rest.slice(0, 3), "", ""]);
    expect(await run()).to.deep.equal([{ ...whole, resumedAt: [6] }]);
    const [bad = "", ...more] = rest;
    write([head, "", bad.slice(1), ...more]);
    expect((await run())[0]?.error).to.match(/line 3: /);
  });

  it("of an older version, which tell of no place and of the whole golden, are read", async () => {
    const [whole] = await run();
    const { contentId } = await import("../../../src/golden/golden-id.js");
    const { ConversationalGolden } = await import("../../../src/golden/conversational-golden.js");
    write(
      lines().map((line) =>
        line
          .replace(/"after":\d+,/, "")
          .replace(/"golden":"\w+"/, `"golden":"${contentId(new ConversationalGolden(base))}"`),
      ),
    );
    expect(await run()).to.deep.equal([whole]);
  });
});

describe("a golden that is edited while it has a journal", () => {
  let directory: string;
  before(() => (directory = mkdtempSync(join(tmpdir(), "journal-"))));
  after(() => rmSync(directory, { recursive: true, force: true }));
  const run = (golden: object) =>
    simulate(
      { conversationalGoldens: [{ ...base, ...golden }], journal: directory },
      settingsOf({ agent: () => "re", user: new ScriptedUser(["one"]), clock: virtualClock() }),
      { loadTracing: async () => undefined, env: {}, warn: () => undefined },
    );

  const beside: readonly object[] = [
    { trials: 2 },
    { tags: ["x"] },
    { comments: "c" },
    { name: "n" },
    { flaky: true },
    { context: ["true"] },
    { mustCommunicate: ["re"] },
    { expectedTools: ["a"], forbiddenTools: ["b"] },
    { budgets: { maxTurns: 5 } },
    { expectations: { must: ["Greet."] } },
  ];
  for (const edit of beside)
    it(`goes on where it is judged or described otherwise: ${JSON.stringify(edit)}`, async () => {
      await run({});
      const cases = await run(edit);
      expect(cases.map(({ error }) => error)).to.deep.equal(cases.map(() => undefined));
      for (const [key, value] of Object.entries(edit))
        if (key.startsWith("must")) expect(cases[0]).to.have.deep.property(key, value);
    });

  const driving: readonly object[] = [
    { scenario: "An exchange." },
    { opening: "Hey" },
    { facts: { a: 1 } },
    { turns: [] },
    { persona: { characteristics: "Terse." } },
    { variables: { a: 1 } },
    { metadata: { script: [] } },
    { expectedOutcome: "Refunded." },
    { initialState: {} },
    { budgets: { maxTokens: 100 } },
  ];
  for (const edit of driving)
    it(`does not go on where what drives it is another: ${JSON.stringify(edit)}`, async () => {
      await run({});
      expect((await run(edit))[0]?.error).to.match(/has changed since it was begun/);
    });
});
