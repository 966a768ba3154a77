import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate, stream } from "../../../src/simulator/simulate.js";
import type { SimulateOptions } from "../../../src/simulator/simulate-options.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import type { ConversationalTestCase } from "../../../src/test-case/conversational-test-case.js";
import { virtualClock } from "../../support/virtual-clock.js";

const goldens: ConversationalGoldenInput[] = [
  { id: "a/b c", scenario: "A refund.", trials: 2 },
  { id: "seeded", scenario: "A refund.", turns: [{ role: "assistant", content: "Hello" }] },
];
const answer: Agent = ({ input, turns }) => [`You said ${String(input)}.`, `That is turn ${String(turns.length)}.`];
const user = new ScriptedUser(({ userTurns, random }) =>
  userTurns === 2 ? { say: `last ${String(random())}`, thenEnd: "enough" } : `line ${String(random())}`,
);
const unmarked = ({ askedAgain: _, resumedAt: __, ...testCase }: ConversationalTestCase) => testCase;
/** The reply that was asked for when the file was cut. */
function lastAsked(file: string): readonly number[] | undefined {
  const last = readFileSync(file, "utf8").split("\n").slice(0, -1).at(-1);
  const asked = /^\{"asking":(\d+)\}$/.exec(last ?? "")?.[1];
  return asked === undefined ? undefined : [Number(asked)];
}
const askedOnce = (text: string): string =>
  text.replaceAll(',"resumed":true', "").replace(/^(\{"asking":\d+\}\n)\1/gm, "$1");
const untraced = { loadTracing: async () => undefined, env: {} };
const run = (journal: SimulateOptions["journal"], agent: Agent = answer, given = goldens, signal?: AbortSignal) =>
  simulate(
    { conversationalGoldens: given, ...(journal !== undefined && { journal }), ...(signal && { signal }) },
    settingsOf({ agent, user, clock: virtualClock(), maxConcurrent: 1 }),
    untraced,
  );

describe("a journal", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "journal-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const files = (): string[] =>
    readdirSync(directory)
      .sort()
      .map((name) => join(directory, name));

  it("changes nothing about the result, and has a file for each conversation, for the user's eyes alone", async () => {
    const plain = await run(undefined);
    expect(await run(directory)).to.deep.equal(plain);
    expect(files().map((file) => file.slice(directory.length + 1).replace(/-[0-9a-f]{8}\./, "."))).to.deep.equal([
      "a-b-c-1.jsonl",
      "a-b-c-2.jsonl",
      "seeded-1.jsonl",
    ]);
    for (const file of files()) expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it("holds no conversation twice, and gives back what was held, field by field", async () => {
    const first = await run(directory);
    const again = await run(directory, () => {
      throw new Error("was asked again");
    });
    expect(again).to.deep.equal(first);
    expect(JSON.stringify(again)).to.equal(JSON.stringify(first));
  });

  it("goes on from wherever it was cut, with the same result", async () => {
    const whole = await run(directory);
    const saved = files().map((file) => [file, readFileSync(file)] as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
        async (cuts) => {
          saved.forEach(([file, bytes], at) => {
            writeFileSync(file, bytes);
            truncateSync(file, Math.floor((cuts[at] ?? 0) * bytes.length));
          });
          const inFlight = files().map(lastAsked);
          const resumed = await run(directory);
          expect(resumed.map(({ askedAgain }) => askedAgain)).to.deep.equal(inFlight);
          expect(JSON.stringify(resumed.map(unmarked))).to.equal(JSON.stringify(whole));
          for (const [file, bytes] of saved) expect(askedOnce(readFileSync(file, "utf8"))).to.equal(String(bytes));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("asks the agent only for what is not there", async () => {
    await run(directory);
    const [file = ""] = files();
    const kept = readFileSync(file, "utf8").split("\n").slice(0, 4).join("\n");
    writeFileSync(file, `${kept}\n{"turns":[{"role":"us`);
    const asked: (string | null)[] = [];
    await run(directory, (input) => {
      asked.push(input.input);
      return answer(input);
    });
    expect(asked).to.have.lengthOf(2);
    expect(asked[1]).to.match(/^last /);
  });

  it("does not count what the caller gave up as finished", async () => {
    const caller = new AbortController();
    let calls = 0;
    const givesUp: Agent = (input) => {
      if (++calls === 2) caller.abort(new Error("enough"));
      return answer(input);
    };
    const aborted = await run(directory, givesUp, goldens, caller.signal);
    expect(aborted.every(({ endReason }) => endReason?.by === "abort")).to.equal(true);
    const resumed = await run(directory);
    expect(resumed.map(unmarked)).to.deep.equal(await run(undefined));
    // The others were not asked at all.
    expect(resumed.map(({ askedAgain }) => askedAgain)).to.deep.equal([[5], undefined, undefined]);
  });

  it("keeps a conversation that failed as what it is", async () => {
    const broken: Agent = () => {
      throw new Error("no database");
    };
    const first = await run(directory, broken);
    expect(first[0]?.error).to.contain("no database");
    expect(await run(directory)).to.deep.equal(first);
  });

  it("that is damaged before its end is one failed result, which says where and what to do", async () => {
    const plain = await run(directory);
    const [file = ""] = files();
    const [head = "", second = "", ...rest] = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [head, second.slice(0, -5), ...rest].join("\n"));
    const [damaged, ...others] = await run(directory);
    expect(damaged?.error).to.match(/a-b-c-1-\w+\.jsonl, line 2: the journal .* is damaged .*Move the file away/);
    expect(others).to.deep.equal(plain.slice(1));
  });

  it("that goes on after its end, or has lines that are none, is damaged", async () => {
    await run(directory);
    const [first = "", second = ""] = files();
    appendFileSync(first, '{"turns":[]}\n');
    appendFileSync(second, '{"turn":1}\n');
    const [one, two] = await run(directory);
    expect(one?.error).to.contain("it goes on after its end");
    expect(two?.error).to.match(/line \d+: .*damaged/);
  });

  it("of a golden that has changed since is not gone on with", async () => {
    await run(directory);
    const changed = goldens.map((golden) => ({ ...golden, scenario: "An exchange." }));
    const cases = await run(directory, answer, changed);
    for (const testCase of cases) expect(testCase.error).to.match(/golden ".*" has changed since it was begun/);
  });

  it("is refused where the option is none", async () => {
    for (const journal of ["", " ", 7, { dir: "x" }, { directory: "x", fsync: 1 }, null])
      expect(await run(journal as never).catch((error: unknown) => error))
        .to.have.property("message")
        .that.includes("journal must be the name of a directory");
  });

  it("says which reply was in flight at a kill, however often it is read afterwards", async () => {
    const whole = await run(directory);
    const [file = ""] = files();
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines[2]).to.equal('{"asking":2}');
    // Killed twice while the agent answered.
    for (const _ of [1, 2]) writeFileSync(file, `${[...lines.slice(0, 3), '{"asking":2}'].join("\n")}\n{"turns":[`);
    for (const _ of [1, 2]) {
      const [resumed, ...others] = await run(directory);
      expect(resumed).to.deep.equal({ ...whole[0], askedAgain: [2] });
      expect(others).to.deep.equal(whole.slice(1));
    }
  });

  it("that an older version wrote, without the lines that say whom it asks, is read all the same", async () => {
    const whole = await run(directory);
    for (const file of files()) writeFileSync(file, readFileSync(file, "utf8").replace(/^\{"asking":.*\n/gm, ""));
    expect(await run(directory)).to.deep.equal(whole);
  });

  it("can wait for the disk", async () => {
    expect(await run({ directory, fsync: true })).to.deep.equal(await run({ directory }));
  });
});

describe("streamed conversations", () => {
  const streamed = (options: Partial<SimulateOptions> = {}, agent: Agent = answer, maxConcurrent = 2) =>
    stream(
      { conversationalGoldens: goldens, ...options },
      settingsOf({ agent, user, clock: virtualClock(), maxConcurrent }),
      untraced,
    );

  it("are those of simulate, each as it ends", async () => {
    const all = [];
    for await (const testCase of streamed()) all.push(testCase);
    const threads = (cases: { threadId?: string }[]) => cases.map(({ threadId }) => threadId ?? "").sort();
    expect(threads(all)).to.deep.equal(threads(await run(undefined)));
  });

  it("are begun no sooner than they can be read", async () => {
    const begun = new Set<string>();
    const agent: Agent = (input) => {
      begun.add(input.threadId);
      return answer(input);
    };
    const many = Array.from({ length: 20 }, (_, n) => ({ id: `g${String(n)}`, scenario: "A refund." }));
    const cases = streamed({ conversationalGoldens: many }, agent);
    await cases.next();
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(begun.size).to.be.at.most(3);
    await cases.return();
  });

  it("end where they are read no further", async () => {
    let signal: AbortSignal | undefined;
    const agent: Agent = (input) => {
      if (input.golden.id !== "seeded") return answer(input);
      signal = input.signal;
      return new Promise(() => undefined);
    };
    for await (const testCase of streamed({}, agent, 3)) {
      expect(testCase.goldenId).to.equal("a/b c");
      break;
    }
    expect(signal?.aborted).to.equal(true);
  });
});
