import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import { createEnvironment, fault, interceptTools, mock, pass, ToolError } from "../../src/environment/index.js";
import { statedMetrics } from "../../src/metrics/stated-metrics.js";
import type { Agent } from "../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../src/simulator/options.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { observe } from "../../src/tracing/index.js";

interface Order {
  status: string;
}
const orders: Record<string, Order> = { "A-1": { status: "open" }, "A-2": { status: "open" } };
const shop = createEnvironment({
  state: { orders, refunds: 0 },
  tools: {
    refund_order: {
      write: true,
      run: (state, { order_id }: { order_id: string }) => {
        const order = state.orders[order_id];
        if (order === undefined) throw new Error(`no order ${order_id}`);
        order.status = "refunded";
        state.refunds += 1;
        return { ok: true };
      },
    },
  },
});
const refundForReal = observe(
  { type: "tool", name: "refund_order" },
  async (_: { order_id: string }): Promise<unknown> => {
    throw new Error("real money");
  },
);
const agent: Agent = async ({ input, golden }) => {
  if (input !== "Yes.") return "Shall I refund it?";
  await refundForReal({ order_id: String(golden.facts?.order_id?.value) });
  return "I have refunded it.";
};
const golden = (
  id: string,
  order: string,
  more: Partial<ConversationalGoldenInput> = {},
): ConversationalGoldenInput => ({
  id,
  scenario: "A refund.",
  facts: { order_id: order },
  expectedState: { orders: { [order]: { status: "refunded" } } },
  ...more,
});
const simulator = (options: ConversationSimulatorOptions = {}, warnings: string[] = []) =>
  new ConversationSimulator(
    { agent, user: new ScriptedUser(["Refund it.", "Yes."]), ...options },
    { env: {}, warn: (message) => warnings.push(message) },
  );

describe("an environment around the agent", () => {
  it("runs its observed tools in a world of the conversation's own, and keeps the state at the end", async () => {
    const goldens = [
      golden("a", "A-1", { trials: 3 }),
      golden("b", "A-2", { goldenActions: [{ name: "refund_order", inputParameters: { order_id: "A-2" } }] }),
    ];
    const cases = await simulator({ environment: shop }).simulate({ conversationalGoldens: goldens });
    for (const testCase of cases) {
      expect(testCase.error).to.equal(undefined);
      expect(testCase.finalState).to.deep.include({ refunds: 1 });
      const [metric] = statedMetrics(testCase).metrics;
      expect(metric?.measureNow(testCase)).to.include({ name: "State", verdict: "passed" });
      expect(testCase.turns.at(-1)?.toolsCalled?.map(({ name }) => name)).to.deep.equal(["refund_order"]);
    }
    expect(cases.at(-1)?.replayedState).to.deep.equal({
      state: { orders: { "A-1": { status: "open" }, "A-2": { status: "refunded" } }, refunds: 1 },
      failures: [],
    });
  });

  it("refuses goldens whose own actions fail in it, before any conversation is held", async () => {
    let asked = 0;
    const counting: Agent = () => String((asked += 1));
    const wrong = (name: string, order_id: string) => ({ goldenActions: [{ name, inputParameters: { order_id } }] });
    const goldens = [
      golden("fine", "A-1", wrong("refund_order", "A-1")),
      golden("slip", "A-1", wrong("refund_ordr", "A-1")),
      golden("gone", "A-1", wrong("refund_order", "A-9")),
    ];
    const held = simulator({ agent: counting, environment: shop }).simulate({ conversationalGoldens: goldens });
    const error = await held.then(
      () => "",
      (thrown: unknown) => String(thrown),
    );
    expect(error)
      .to.match(/golden "slip", action 1 \(refund_ordr\)/)
      .and.match(/golden "gone", action 1 .*no order A-9/);
    expect(error).not.to.include('"fine"');
    expect(asked).to.equal(0);
  });

  it("hands the agent its world, and records what it calls there", async () => {
    const own: Agent = async ({ world, input }) => {
      if (input === "Yes.") await world?.tools.refund_order?.({ order_id: "A-1" });
      return "ok";
    };
    const [testCase] = await simulator({ agent: own, environment: shop }).simulate({
      conversationalGoldens: [golden("a", "A-1")],
    });
    expect(testCase?.finalState).to.deep.include({ refunds: 1 });
    expect(testCase?.turns.at(-1)?.toolsCalled?.map(({ name }) => name)).to.deep.equal(["refund_order"]);
  });

  it("is a failed state where the agent did something else, and breaks off where a tool of the world is wrong", async () => {
    const [idle] = await simulator({ agent: () => "No.", environment: shop }).simulate({
      conversationalGoldens: [golden("a", "A-1")],
    });
    const [metric] = idle === undefined ? [] : statedMetrics(idle).metrics;
    expect(idle !== undefined && metric?.measureNow(idle)).to.include({ verdict: "failed", actual: "open" });
    const wrong = createEnvironment({ state: {}, tools: { refund_order: { run: () => new Date() as never } } });
    const [broken] = await simulator({ environment: wrong }).simulate({ conversationalGoldens: [golden("a", "A-1")] });
    expect(broken?.error).to.match(/environment is wrong, so that this conversation shows nothing: /);
  });

  it("blames a tool that threw on its author, at the line, unless that is part of the world or planned", async () => {
    const agent: Agent = async ({ world }) => JSON.stringify(await world?.call("refund_order", {}));
    const held = async (run: () => unknown, faults = {}) => {
      const environment = createEnvironment({ state: {}, tools: { refund_order: { run } }, faults });
      const [testCase] = await simulator({ agent, environment }).simulate({
        conversationalGoldens: [golden("a", "A-1")],
      });
      return { error: testCase?.error ?? "", failure: testCase?.failure };
    };
    const slip = await held(() => (undefined as unknown as { readonly id: string }).id);
    expect(slip.failure).to.deep.equal({ party: "environment", kind: "setup" });
    expect(slip.error)
      .to.include("The tool refund_order of the environment threw")
      .and.match(/staging\.test\.ts:\d+:\d+\)$/);
    const stated = await held(() => {
      throw new ToolError("there is no order");
    });
    expect(stated.failure).to.deep.equal({ party: "agent", kind: "threw" });
    const planned = await held(() => 1, { refund_order: fault({ kind: "error" }) });
    expect(planned.failure).to.deep.equal({ party: "agent", kind: "threw" });
  });

  it("goes on from the journal with the world as it was", async () => {
    const directory = mkdtempSync(join(tmpdir(), "world-"));
    try {
      const twice: Agent = async ({ world }) => {
        await world?.tools.refund_order?.({ order_id: "A-1" });
        return "ok";
      };
      const run = () =>
        simulator({ agent: twice, environment: shop }).simulate({
          conversationalGoldens: [golden("a", "A-1")],
          journal: directory,
        });
      const [whole] = await run();
      expect(whole?.finalState).to.deep.include({ refunds: 2 });
      const file = join(directory, readdirSync(directory)[0] ?? "");
      const lines = readFileSync(file, "utf8").split("\n");
      writeFileSync(file, `${lines.slice(0, 3).join("\n")}\n`);
      const [resumed] = await run();
      expect(resumed?.finalState).to.deep.equal(whole?.finalState);
      const [restored] = await run();
      expect(restored?.finalState).to.deep.equal(whole?.finalState);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe("a tool that the environment does not have", () => {
  it("is told where it was really called and may write, unless a rule says that it may", async () => {
    const tool = (name: string, write?: boolean) =>
      observe({ type: "tool", name, ...(write !== undefined && { write }) }, async () => "real");
    const tools = [tool("send_email"), tool("get_order"), tool("note", false)];
    const sending: Agent = async () => {
      for (const each of tools) await each().catch(() => undefined);
      return "Done.";
    };
    const told = async (options: ConversationSimulatorOptions) => {
      const warnings: string[] = [];
      await simulator({ agent: sending, environment: shop, ...options }, warnings).simulate({
        conversationalGoldens: [{ id: "g", scenario: "x" }],
      });
      return warnings.filter((each) => each.startsWith("Really called"));
    };
    const [words] = await told({});
    expect(words).to.match(
      /^Really called were tools that the environment does not have and that may write: send_email\. Add them/,
    );
    expect(await told({ intercept: interceptTools({ send_email: pass }) })).to.deep.equal([]);
    expect(await told({ intercept: interceptTools({}, { writes: "refuse" }) })).to.deep.equal([]);
    expect(await told({ intercept: interceptTools({}) })).to.have.length(1);
    expect(await told({ environment: undefined, intercept: interceptTools({}) })).to.deep.equal([]);
  });
});

describe("interception of the agent's tools", () => {
  it("mocks what it names, tells what was never called, and touches nothing outside of a simulation", async () => {
    const warnings: string[] = [];
    const intercept = interceptTools({ refund_order: mock({ ok: true }), refund_ordr: mock(1) });
    const [testCase] = await simulator({ intercept }, warnings).simulate({
      conversationalGoldens: [golden("a", "A-1")],
    });
    expect(testCase?.error).to.equal(undefined);
    expect(testCase?.turns.at(-1)?.toolsCalled?.[0]?.output).to.deep.equal({ ok: true });
    expect(warnings.join()).to.contain("refund_ordr");
    expect(await refundForReal({ order_id: "A-1" }).catch(String)).to.contain("real money");
  });

  it("and environments that are none are refused by name", () => {
    expect(() => simulator({ environment: {} as never })).to.throw(
      /environment must be what createEnvironment returns/,
    );
    expect(() => simulator({ intercept: { refund: 1 } as never })).to.throw(/intercept must be what interceptTools/);
  });
});
