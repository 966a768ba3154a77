import { expect } from "chai";
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import fc from "fast-check";
import { createEnvironment } from "../../src/environment/index.js";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import type { ModelRequest } from "../../src/models/language-model.js";
import { ScriptedModel } from "../../src/models/scripted-model.js";
import type { AgentInput } from "../../src/simulator/agent.js";
import type { Clock } from "../../src/simulator/clock.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { observe } from "../../src/tracing/observe/observe.js";
import { removeTracing } from "../../src/tracing/provider/prepare.js";
import { virtualClock, type VirtualClock } from "../support/virtual-clock.js";

const orders: Record<string, { status: string }> = {};
const shop = createEnvironment({
  state: { orders },
  tools: {
    refund_order: {
      write: true,
      run: (state, { id }: { id: string }) => {
        state.orders[id] = { status: "refunded" };
        return { id };
      },
    },
  },
});

const wait = (clock: Clock, ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));

/** An observed agent with a slow tool, a retriever, two calls at once, calls within calls, and one of the environment. */
function agentOn(clock: Clock) {
  const search = observe({ type: "retriever", name: "search" }, async (query: string) => {
    await wait(clock, 7);
    return [`what is known of ${query}`];
  });
  const lookUp = observe({ type: "tool", name: "look_up" }, async ({ id }: { id: string }) => {
    await wait(clock, 120.5);
    return { id, found: (await search(id)).length };
  });
  const quick = observe({ type: "tool", name: "note" }, ({ text }: { text: string }) => text.length);
  const refund = observe({ type: "tool", name: "refund_order" }, async (_: { id: string }): Promise<unknown> => {
    throw new Error("real money");
  });
  return observe({ type: "agent", name: "support" }, async ({ input, turns, golden }: AgentInput) => {
    const id = `${golden.id}-${String(turns.length)}`;
    quick({ text: String(input) });
    await Promise.all([lookUp({ id }), lookUp({ id: `${id}b` })]);
    await refund({ id });
    quick({ text: "done" });
    return `I refunded ${id}.`;
  });
}

/** What it says hangs on what it is asked, its seed included, and on nothing else. */
const model = new ScriptedModel(({ messages, seed = 0 }: ModelRequest) => {
  const mine = messages.filter(({ role }) => role === "assistant").length;
  return mine === 3
    ? { json: { say: "", done: true } }
    : { json: { say: `${words[seed % 4] ?? ""} please`, done: false } };
});
const words = ["refund it", "send it back", "return my money", "take it back"];

const goldens: readonly ConversationalGoldenInput[] = Array.from({ length: 8 }, (_, n) => ({
  id: `g${String(n)}`,
  scenario: `A customer wants to return parcel ${String(n)}.`,
  facts: { parcel: n },
  trials: 3,
}));

async function run(
  given: readonly ConversationalGoldenInput[],
  maxConcurrent: number,
  { clock = virtualClock(1_234.56), seed = "7" }: { readonly clock?: VirtualClock; readonly seed?: string } = {},
): Promise<ReadonlyMap<string, readonly string[]>> {
  const simulator = new ConversationSimulator(
    {
      agent: agentOn(clock),
      user: new LanguageModelUser({ model }),
      environment: shop,
      clock,
      seed,
      maxConcurrent,
      turnTimeoutMs: Infinity,
      conversationTimeoutMs: Infinity,
    },
    { env: {} },
  );
  let finished = 0;
  let testCases: readonly ConversationalTestCase[] | undefined;
  const held = simulator
    .simulate({ conversationalGoldens: given, onSimulationComplete: () => void (finished += 1) })
    .then((all) => (testCases = all));
  held.catch(() => (testCases = []));
  while (testCases === undefined) {
    await new Promise(setImmediate);
    // Time goes on where every conversation under way waits for it, in two calls at once, and not for a module to load.
    const underWay = Math.min(maxConcurrent, given.length * 3 - finished);
    const [next] = clock.pending;
    if (next !== undefined && clock.pending.length === 2 * underWay) await clock.advance(next);
  }
  await held;
  const texts = new Map<string, string[]>();
  for (const each of testCases)
    texts.set(each.goldenId ?? "", [...(texts.get(each.goldenId ?? "") ?? []), JSON.stringify(each)]);
  return texts;
}

const parsed = (texts: ReadonlyMap<string, readonly string[]>): readonly ConversationalTestCase[] =>
  [...texts.values()].flat().map((text) => JSON.parse(text) as ConversationalTestCase);

describe("two runs with one seed on an injected clock, traced", () => {
  afterEach(removeTracing);

  it("are equal byte for byte, however many conversations are held at once and in which order", async () => {
    await run(goldens.slice(0, 1), 1);
    const one = await run(goldens, 1);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...goldens], { minLength: 1 }),
        fc.constantFrom(1, 3, 50),
        async (some, maxConcurrent) => {
          const other = await run(some, maxConcurrent, { clock: virtualClock(maxConcurrent * 17) });
          for (const { id = "" } of some) expect(other.get(id)).to.deep.equal(one.get(id));
        },
      ),
      { numRuns: 8, seed: 1 },
    );
    expect(await run([...goldens].reverse(), 50)).to.deep.equal(one);
  }).timeout(120_000);

  it("know all that was recorded: the calls in order, their times by that clock, ids that lead to the traces", async () => {
    const [testCase] = parsed(await run(goldens.slice(0, 1), 1));
    const { turns = [], traces = [], finalState } = testCase ?? {};
    expect(turns).to.have.lengthOf(6);
    expect(turns[1]?.toolsCalled?.map(({ name }) => name)).to.deep.equal([
      "note",
      "look_up",
      "look_up",
      "refund_order",
      "note",
    ]);
    expect(turns[1]?.toolsCalled?.[1]?.durationMs).to.be.closeTo(127.5, 0.01);
    expect(turns[1]?.latencyMs).to.be.closeTo(127.5, 0.01);
    expect(turns[1]?.retrievalContext).to.have.lengthOf(2);
    expect(Object.keys((finalState as { orders: object }).orders)).to.deep.equal(["g0-1", "g0-3", "g0-5"]);
    const ids = traces.map(({ traceId }) => traceId);
    expect(new Set(ids).size).to.equal(3);
    expect(turns.filter(({ role }) => role === "assistant").map(({ traceId }) => traceId)).to.deep.equal(ids);
    for (const { traceId, spans } of traces) {
      expect(traceId).to.match(/^[\da-f]{32}$/);
      const own = new Set(spans.map(({ spanId }) => spanId));
      expect(own.size).to.equal(7 + 1);
      for (const span of spans) {
        expect(span.traceId).to.equal(traceId);
        expect(span.spanId).to.match(/^[\da-f]{16}$/);
        if (span.kind !== "agent") expect(own.has(span.parentSpanId ?? "")).to.equal(true);
      }
    }
  });

  it("differ with the seed, in their ids too", async () => {
    const ids = async (seed: string) =>
      parsed(await run(goldens, 50, { seed })).flatMap(({ traces = [] }) => traces.map(({ traceId }) => traceId));
    const all = [...(await ids("7")), ...(await ids("8"))];
    expect(new Set(all).size).to.equal(all.length);
  });
});

describe("two runs with one seed that a backend sees", () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  before(() => void trace.setGlobalTracerProvider(provider));
  after(async () => {
    await removeTracing();
    trace.disable();
  });

  it("have ids of their own there, which the test cases lead to", async () => {
    const seen = new Set<string>();
    for (let time = 1; time <= 2; time++) {
      const ids = parsed(await run(goldens.slice(0, 2), 50)).flatMap(({ turns }) =>
        turns.flatMap(({ traceId }) => traceId ?? []),
      );
      const exported = new Set(exporter.getFinishedSpans().map((span) => span.spanContext().traceId));
      expect(ids).to.have.lengthOf(18);
      for (const id of ids) {
        expect(exported.has(id)).to.equal(true);
        expect(seen.has(id)).to.equal(false);
        seen.add(id);
      }
    }
    // What is exported was timed by the clock of the world.
    for (const { startTime } of exporter.getFinishedSpans()) expect(startTime[0]).to.be.greaterThan(1_600_000_000);
  });
});
