import { expect } from "chai";
import { evaluate, type EvaluateOptions } from "../../src/evaluation/evaluate.js";
import { clearHyperparameters, logHyperparameters } from "../../src/evaluation/hyperparameters.js";
import { RehearsalError } from "../../src/errors.js";
import { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { LLMTestCase } from "../../src/test-case/llm-test-case.js";
import type { Metric, MetricResult } from "../../src/test-case/metric.js";
import { contentOf, metric, nothingStated, result, stated } from "./fakes.js";

const run = (testCases: readonly unknown[], options: EvaluateOptions = {}) =>
  evaluate(testCases as Parameters<typeof evaluate>[0], { stated, record: false, ...options });

const answer = (actualOutput: string, more: object = {}) => ({ input: "q", actualOutput, ...more });
const conversation = (content: string, more: object = {}) => ({
  turns: [
    { role: "user" as const, content: "q" },
    { role: "assistant" as const, content },
  ],
  ...more,
});

async function rejection(promise: Promise<unknown>): Promise<RehearsalError> {
  const error = await promise.then(
    () => new Error("it did not reject"),
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(RehearsalError);
  return error as RehearsalError;
}

describe("evaluate", () => {
  it("takes both kinds, plain and made with new, and keeps their order whatever ends first", async () => {
    const later = new Map(["a", "b", "c", "d"].map((content, index) => [content, 4 - index]));
    const slow: Metric = {
      ...metric("slow"),
      measure: async (testCase) => {
        const last = contentOf(testCase).split("\n").at(-1) ?? "";
        for (let ticks = later.get(last) ?? 0; ticks > 0; ticks -= 1) await new Promise(setImmediate);
        return result({ name: "slow", reason: last });
      },
    };
    const { results, passed, summary } = await run(
      [
        answer("a", { name: "A" }),
        new LLMTestCase(answer("b", { goldenId: "B" })),
        conversation("c", { goldenId: "C", trial: 2 }),
        new ConversationalTestCase(conversation("d")),
      ],
      { metrics: [slow] },
    );
    expect(results.map(({ metrics }) => metrics[0]?.reason)).to.deep.equal(["a", "b", "c", "d"]);
    expect(results.map(({ name }) => name)).to.deep.equal(["A", "B", "C", "test case 4"]);
    expect(results[2]).to.include({ goldenId: "C", trial: 2 });
    expect(passed).to.equal(true);
    expect(summary.passed).to.equal(4);
  });

  it("asserts what each case states, and the given metrics besides", async () => {
    const cases = [answer("$5 back", { mustCommunicate: ["$5"] }), conversation("none", { mustCommunicate: ["$5"] })];
    const { results, passed } = await run(cases, { metrics: [metric("given")] });
    expect(results.map(({ verdict }) => verdict)).to.deep.equal(["passed", "failed"]);
    expect(results[0]?.metrics.map(({ name }) => name)).to.deep.equal(["mustCommunicate", "given"]);
    expect(results[1]?.reason).to.equal("never said: $5");
    expect(passed).to.equal(false);
  });

  it("lets a given metric take the place of a stated one of its name", async () => {
    const lenient = metric("mustCommunicate", { reason: "close enough" });
    const { results } = await run([answer("none", { mustCommunicate: ["$5"] })], { metrics: [lenient] });
    expect(results[0]?.metrics).to.have.length(1);
    expect(results[0]?.metrics[0]?.reason).to.equal("close enough");
  });

  it("lists what is stated and not looked at yet", async () => {
    const { results } = await run([answer("x", { expectations: { must: ["Be brief."] } })]);
    expect(results[0]?.notYetAsserted).to.deep.equal(["expectations"]);
    expect(results[0]?.verdict).to.equal("errored");
    expect(results[0]?.reason).to.match(/^nothing was asserted/);
  });

  it("makes an errored result of a bad test case, with its path, and measures the others", async () => {
    const bad = [
      { input: "q", actualOuput: "x" },
      null,
      7,
      [answer("x")],
      { turns: [{ role: "user" }], name: "no words" },
    ];
    const { results } = await run([...bad, answer("fine")], { metrics: [metric("m")] });
    expect(results.map(({ verdict }) => verdict)).to.deep.equal([...bad.map(() => "errored"), "passed"]);
    expect(results[0]?.reason).to.match(/^test case 1 is invalid: .*actualOuput.*actualOutput/);
    expect(results[1]?.reason).to.equal("test case 2 is null instead of a test case");
    expect(results[3]?.reason).to.include("an array");
    expect(results[4]).to.include({ name: "no words" });
    expect(results[4]?.reason).to.include("turns[0].content");
  });

  it("survives a test case that fights being read", async () => {
    const hostile = {
      get input(): string {
        throw new Error("no");
      },
      get name(): string {
        throw new Error("no");
      },
    };
    const { results } = await run([hostile]);
    expect(results[0]?.verdict).to.equal("errored");
  });

  it("marks flaky cases, whose failures do not fail the run", async () => {
    const { results, passed, summary } = await run([
      answer("none", { mustCommunicate: ["$5"], flaky: true }),
      answer("$5", { mustCommunicate: ["$5"] }),
    ]);
    expect(results[0]).to.include({ verdict: "failed", flaky: true });
    expect(passed).to.equal(true);
    expect(summary).to.include({ failed: 1, flakyFailures: 1 });
  });

  it("lets no flaky case off that could not be judged", async () => {
    const cases = [
      { given: answer("$5", { flaky: true }), metrics: [] },
      { given: answer("$5", { flaky: true }), metrics: [metric("m", { verdict: "errored" })] },
      { given: answer("$5", { flaky: true }), metrics: [metric("m", { verdict: "skipped" })] },
      { given: conversation("$5", { flaky: true, error: "boom" }), metrics: [metric("m")] },
    ];
    for (const { given, metrics } of cases) {
      const { results, passed, summary } = await run([given], { metrics });
      expect(results[0]).to.include({ verdict: "errored", flaky: true });
      expect(passed).to.equal(false);
      expect(summary).to.include({ errored: 1, flakyFailures: 0 });
    }
  });

  it("makes a conversation that broke off errored", async () => {
    const { results } = await run([conversation("x", { error: "the agent threw: boom" })], { metrics: [metric("m")] });
    expect(results[0]).to.include({ verdict: "errored", reason: "broke off: the agent threw: boom" });
  });

  it("runs no more measurements at once than it may", async () => {
    let running = 0;
    let most = 0;
    const busy: Metric = {
      ...metric("busy"),
      measure: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return result({ name: "busy" });
      },
    };
    const cases = Array.from({ length: 8 }, (_, index) => answer(String(index)));
    await run(cases, { metrics: [busy, { ...busy, name: "busier" }], maxConcurrent: 3 });
    expect(most).to.equal(3);
  });

  it("stops at the signal: what is measured stays, the rest is errored, also where a metric never ends", async () => {
    const controller = new AbortController();
    const endless: Metric = {
      ...metric("endless"),
      measure: (testCase) => {
        if (contentOf(testCase) === "a") return Promise.resolve(result({ name: "endless" }));
        setImmediate(() => controller.abort(new Error("enough")));
        return new Promise<MetricResult>(() => undefined);
      },
    };
    const cases = [answer("a"), answer("b"), answer("c")];
    const { results } = await run(cases, { metrics: [endless], maxConcurrent: 1, signal: controller.signal });
    expect(results.map(({ verdict }) => verdict)).to.deep.equal(["passed", "errored", "errored"]);
    expect(results[2]?.reason).to.include("aborted").and.include("enough");
  });

  it("hands judge and signal to the metrics", async () => {
    const model = { id: "judge", decide: async () => [] };
    const { signal } = new AbortController();
    let seen: unknown;
    const asking: Metric = {
      ...metric("asking"),
      measure: async (_, options) => {
        seen = options;
        return result();
      },
    };
    await run([answer("a")], { metrics: [asking], model, signal });
    expect(seen).to.deep.equal({ model, signal });
  });

  it("refuses what it can't run", async () => {
    expect((await rejection(run([]))).code).to.equal("nothing_asserted");
    expect((await rejection(run({} as never))).message).to.include("array");
    expect((await rejection(run([answer("a")], { metric: [] } as never))).message).to.include(
      'did you mean "metrics"?',
    );
    expect((await rejection(run([answer("a")], { judge: "off" } as never))).message).to.include("not there yet");
    expect((await rejection(run([answer("a")], { maxConcurrent: 0 }))).message).to.include("maxConcurrent");
    expect((await rejection(run([answer("a")], { metrics: [LLMTestCase as never] }))).message).to.include(
      "new LLMTestCase",
    );
    expect((await rejection(run([answer("a")], { metrics: metric("m") as never }))).message).to.include("array");
    expect((await rejection(run([answer("a")], { hyperparameters: { a: Number.NaN } }))).message).to.include(
      "hyperparameters: a",
    );
  });

  it("says when it began, how long it took, and with what", async () => {
    let time = Date.UTC(2026, 0, 2, 3, 4, 5);
    const now = () => (time += 250);
    logHyperparameters({ model: "m-1", prompt: { version: 7 }, dropped: undefined });
    logHyperparameters({ __proto__: null, temperature: 0 });
    try {
      const record = await run([answer("a")], {
        now,
        seed: "7f3a",
        hyperparameters: { model: "m-2" },
        newId: () => "the-id",
      });
      expect(record).to.deep.include({
        id: "the-id",
        version: 2,
        seed: "7f3a",
        startedAt: "2026-01-02T03:04:05.250Z",
        durationMs: 250,
      });
      expect(record.rehearsal).to.match(/^\d+\.\d+\.\d+/);
      expect(record.hyperparameters).to.deep.equal({ model: "m-2", prompt: { version: 7 }, temperature: 0 });
      expect(record).to.not.have.property("path");
    } finally {
      clearHyperparameters();
    }
  });

  it("refuses hyperparameters that JSON can't keep, by their path", () => {
    expect(() => logHyperparameters({ a: { b: 1n as never } })).to.throw(RehearsalError, "logHyperparameters: a.b: ");
    expect(() => logHyperparameters([] as never)).to.throw(RehearsalError, "expected an object");
  });

  it("changes neither the test cases nor what it shares with them", async () => {
    const metadata = { list: [1] };
    const { results } = await run([answer("a", { metadata })], { metrics: [metric("m")], stated: nothingStated });
    metadata.list.push(2);
    expect(results[0]?.testCase.metadata).to.deep.equal({ list: [1] });
  });
});
