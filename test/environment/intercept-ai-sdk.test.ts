import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect } from "chai";
import { z } from "zod";
import {
  aiSDKTools,
  interceptAISDKTools,
  interceptTools,
  mock,
  pass,
  refuse,
  runIntercepted,
  Stage,
} from "../../src/environment/index.js";
import { captureTrace, prepareTracing } from "../../src/tracing/index.js";
import { messageOf, shop } from "./support/shop.js";

type Result = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const answer = (content: Result["content"], reason: "stop" | "tool-calls"): Result => ({
  content,
  finishReason: { unified: reason, raw: undefined },
  usage,
  warnings: [],
});

/** Asks for one call of a tool, and then says what it returned. */
const asking = (toolName: string, input: object) => () =>
  new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      if (last?.role !== "tool")
        return answer([{ type: "tool-call", toolCallId: "1", toolName, input: JSON.stringify(input) }], "tool-calls");
      const [part] = last.content;
      const output = part?.type === "tool-result" ? part.output : undefined;
      return answer([{ type: "text", text: JSON.stringify(output) }], "stop");
    },
  });

describe("interception of the AI SDK's tools", () => {
  const real: string[] = [];
  const refund_order = tool({
    description: "Refunds.",
    inputSchema: z.object({ order_id: z.string() }),
    execute: async ({ order_id }) => {
      real.push(order_id);
      return { refunded: order_id };
    },
  });
  const asked = tool({ description: "Run by the user.", inputSchema: z.object({}) });
  const tools = interceptAISDKTools({ refund_order, asked });
  const model = asking("refund_order", { order_id: "A-1" });
  const agent = async (telemetry = false) => {
    const { text } = await generateText({
      model: model(),
      tools,
      prompt: "Refund it.",
      stopWhen: stepCountIs(3),
      experimental_telemetry: { isEnabled: telemetry },
    });
    return text;
  };
  before(prepareTracing);
  beforeEach(() => void (real.length = 0));

  it("keeps the types and the tools that were given", () => {
    const typed: { readonly refund_order: typeof refund_order } = tools;
    expect(typed.refund_order.inputSchema).to.equal(refund_order.inputSchema);
    expect(tools.asked).to.equal(asked);
    expect(typed.refund_order).to.not.equal(refund_order);
  });

  it("calls the real tool outside of a simulation", async () => {
    expect(await agent()).to.equal('{"type":"json","value":{"refunded":"A-1"}}');
    expect(real).to.deep.equal(["A-1"]);
  });

  it("answers with a mock within one", async () => {
    const { result } = await runIntercepted(interceptTools({ refund_order: mock({ ok: 1 }) }), () => agent());
    expect(result).to.equal('{"type":"json","value":{"ok":1}}');
    expect(real).to.deep.equal([]);
  });

  it("refuses as a tool's error, on record as a call that never ran", async () => {
    const { result, trace } = await captureTrace(() =>
      runIntercepted(interceptTools({ refund_order: refuse("no refunds today") }), () => agent(true)),
    );
    expect(result.result).to.equal('{"type":"error-text","value":"no refunds today"}');
    expect(trace.toolsCalled.map(({ name, executed, error }) => [name, executed, error])).to.deep.equal([
      ["refund_order", false, "no refunds today"],
    ]);
    expect(trace.spans.find(({ kind }) => kind === "tool")?.metadata).to.deep.equal({ intercepted: "refused" });
  });

  it("lets them run in a world", async () => {
    const stage = new Stage({ environment: shop() });
    expect(await stage.within(2, () => agent())).to.equal('{"type":"json","value":{"id":"refund-1"}}');
    expect(real).to.deep.equal([]);
    expect(stage.close().calls).to.deep.equal([
      { name: "refund_order", did: "simulated", nth: 1, turn: 2, args: { order_id: "A-1" } },
    ]);
  });

  it("knows a tool under another name, and by the name of its function", async () => {
    let paid = 0;
    async function refundOrder() {
      return (paid += 1);
    }
    const named = interceptAISDKTools({ get_status: { execute: refundOrder } });
    const other = { execute: async () => (paid += 1) };
    interceptAISDKTools({ refund_order: other });
    const alias = interceptAISDKTools({ get_status: other });
    for (const { get_status } of [named, alias]) {
      const words = runIntercepted(interceptTools({}, { writes: "refuse" }), () => get_status.execute());
      expect(await words.then(String, String)).to.match(/get_status is switched off.*: it is also refund/);
    }
    expect(paid).to.equal(0);
    const words = runIntercepted(interceptTools({ refund_order: mock(7) }), () => alias.get_status.execute());
    expect(await words.then(String, String)).to.include(
      "is also the tool refund_order, which is kept from being called",
    );
    expect(paid).to.equal(0);
  });

  it("lets no rule for one tool concern another of the same function, but to keep it away", async () => {
    let paid = 0;
    const execute = async () => (paid += 1);
    const { get_order, refund_order } = interceptAISDKTools({ get_order: { execute }, refund_order: { execute } });
    const plans = [{ get_order: pass }, { get_order: mock({ status: "delivered" }) }, { get_order: refuse() }];
    for (const rules of plans) {
      const plan = interceptTools(rules, { writes: "refuse" });
      const words = runIntercepted(plan, () => refund_order.execute()).then(({ result }) => String(result), String);
      expect(await words).to.include("refund_order is switched off and did nothing");
    }
    const stage = new Stage({ environment: shop() });
    const shared = interceptAISDKTools({ refund_order: { execute }, get_thing: { execute } });
    expect(await messageOf(() => stage.within(1, () => shared.get_thing.execute()))).to.include("also the tool refund");
    expect(paid).to.equal(0);
    const plan = interceptTools({ get_order: mock(1), refund_order: pass });
    const { result } = await runIntercepted(plan, async () => [
      await get_order.execute(),
      await refund_order.execute(),
    ]);
    expect(result).to.deep.equal([1, 1]);
  });

  it("opens a copy of what is frozen", async () => {
    const frozen = Object.freeze({ pay: Object.freeze({ execute: async () => "real" }) });
    const { pay } = interceptAISDKTools(frozen);
    const { result } = await runIntercepted(interceptTools({ pay: mock("mocked") }), () => pay.execute());
    expect(result).to.equal("mocked");
    expect(await frozen.pay.execute()).to.equal("real");
  });

  it("opens a tool that is an object of a class, which keeps what only it can see", async () => {
    class Lookup {
      readonly #known: Readonly<Record<string, number>> = { a: 1 };
      #asked = 0;
      count = 0;
      get description(): string {
        return `${String(Object.keys(this.#known).length)} known`;
      }
      get asked(): number {
        return this.#asked;
      }
      execute({ id }: { readonly id: string }): number | undefined {
        this.#asked += 1;
        this.count += 1;
        return this.#known[id];
      }
      describe(): string {
        return `${this.description}, asked ${String(this.#asked)} times`;
      }
    }
    const given = new Lookup();
    const { lookup } = interceptAISDKTools({ lookup: given });
    expect(lookup).to.be.instanceOf(Lookup).and.not.equal(given);
    expect(lookup.execute({ id: "a" })).to.equal(1);
    expect([lookup.description, lookup.describe(), lookup.count, { ...lookup }.count]).to.deep.equal([
      "1 known",
      "1 known, asked 1 times",
      1,
      1,
    ]);
    lookup.count = 7;
    expect(given.count).to.equal(7);
    const { result } = await runIntercepted(interceptTools({ lookup: mock(9) }), () => lookup.execute({ id: "a" }));
    expect([result, given.asked]).to.deep.equal([9, 1]);
  });

  it("gives an agent the tools of a world in the AI SDK's shape", async () => {
    const world = shop().open();
    const { text } = await generateText({
      model: model(),
      tools: interceptAISDKTools(aiSDKTools(world)),
      prompt: "Refund it.",
      stopWhen: stepCountIs(3),
    });
    expect(text).to.equal('{"type":"json","value":{"id":"refund-1"}}');
    expect(world.state.orders["A-1"]?.status).to.equal("refunded");
  });
});
