import { trace } from "@opentelemetry/api";
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect } from "chai";
import { z } from "zod";
import { aiSDKTools, interceptAISDKTools, interceptTools, mock, pass } from "../../src/environment/index.js";
import { aiSdkAgent } from "../../src/simulator/agents/ai-sdk-agent.js";
import type { Agent } from "../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../src/simulator/options.js";
import { observe } from "../../src/tracing/index.js";
import { args, done, held, mocked, observed, refund } from "./support/refund.js";
import { shop } from "./support/shop.js";

/** A tool as a framework records it that knows nothing of interception. */
const foreign = (name: string, given: object = args, inner?: () => Promise<unknown>): Promise<unknown> =>
  trace.getTracer("a framework").startActiveSpan(`execute_tool ${name}`, async (span) => {
    span.setAttributes({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "gen_ai.tool.call.arguments": JSON.stringify(given),
    });
    const result = await inner?.();
    span.end();
    return result;
  });

describe("a tool that is called past interception", () => {
  it("breaks the conversation off, in the turn and by the call that got past", async () => {
    const agent: Agent = async ({ turns }) => {
      await refund(args);
      if (turns.length > 1) await foreign("refund_order", { order_id: "A-2" });
      return "Done.";
    };
    const testCase = await held(agent, { intercept: mocked }, ["Refund A-1.", "Again.", "And again."]);
    expect(testCase.error).to.match(
      /^Golden "g", turn 4: refund_order was really called, past interception \(turn 4, call 2: \{"order_id":"A-2"\}\), although interceptTools has a rule for it/,
    );
    expect(testCase.error).to.include('observe({ type: "tool", name: "refund_order" }, …)').and.include("pass");
    expect(testCase.failure).to.deep.equal({ party: "environment", kind: "setup" });
    expect(testCase.turns).to.have.length(4);
  });

  it("is found by what the trace shows, by what the agent states, for rules, worlds and refused writes", async () => {
    const traced: Agent = async () => {
      await foreign("refund_order");
      return "Done.";
    };
    const stating: Agent = () => ({
      role: "assistant",
      content: "Done.",
      toolsCalled: [{ name: "refund_order", inputParameters: args }],
    });
    for (const agent of [traced, stating])
      for (const [options, why] of [
        [{ intercept: mocked }, "has a rule for it"],
        [{ environment: shop() }, "the environment has it"],
        [{ intercept: interceptTools({}, { writes: "refuse" }) }, "it may write"],
        [{ intercept: interceptTools({ refundOrder: mock(done) }) }, "meant by refundOrder"],
      ] as const)
        expect((await held(agent, options)).error).to.include(why);
  });

  it("is found where the context is lost on the way, though the trace does not have it", async () => {
    const queue: (() => Promise<void>)[] = [];
    const worker = (async () => {
      while (queue.length === 0) await new Promise(setImmediate);
      await queue.pop()?.();
    })();
    const agent: Agent = async () => {
      await new Promise<void>((resolve) => {
        queue.push(async () => {
          await refund(args).catch(() => undefined);
          resolve();
        });
      });
      return "Done.";
    };
    const testCase = await held(agent, { intercept: mocked });
    await worker;
    expect(testCase.error)
      .to.include("refund_order was called outside of every conversation")
      .and.include("and refused, since interceptTools has a rule for it")
      .and.include("AsyncResource.bind()");
  });

  it("is found though a call of the same tool was refused, and tells how else the reply failed", async () => {
    const agent: Agent = async () => {
      await refund(args).catch(() => undefined);
      await foreign("refund_order", { order_id: "A-2" });
      throw new Error("no more");
    };
    const testCase = await held(agent, { intercept: interceptTools({}, { writes: "refuse" }) });
    expect(testCase.error).to.include("past interception").and.include("Besides: The agent failed: no more");
  });

  it("is a tool of the AI SDK that did not go through the helper", async () => {
    const { tools, model } = sdk();
    const agent = aiSdkAgent((call) => generateText({ model: model(), tools, stopWhen: stepCountIs(3), ...call }));
    expect((await held(agent, { intercept: mocked })).error).to.include("refund_order was really called");
  });
});

describe("no tool got past interception", () => {
  const clean = async (agent: Agent, options: ConversationSimulatorOptions) =>
    expect((await held(agent, options)).error).to.equal(undefined);

  it("where it is wrapped twice, however either spells name and arguments", async () => {
    const positional = observe({ type: "tool", name: "refund_order" }, async (_id: string, _amount: number) => done);
    for (const name of ["refund_order", "refundOrder", "mcp__shop__refund_order"])
      await clean(
        async () => {
          await foreign(name, { id: "A-1" }, () => positional("A-1", 5));
          return "Done.";
        },
        { intercept: mocked },
      );
  });

  it("where tools of the AI SDK went through the helper, with telemetry and without, or are those of the world", async () => {
    const { tools, model } = sdk();
    const ask = (own: typeof tools, isEnabled: boolean) =>
      aiSdkAgent((call) =>
        generateText({
          model: model(),
          tools: own,
          stopWhen: stepCountIs(3),
          experimental_telemetry: { isEnabled },
          ...call,
        }),
      );
    for (const isEnabled of [true, false])
      for (const intercept of [mocked, interceptTools({}, { writes: "refuse" })])
        await clean(ask(interceptAISDKTools(tools), isEnabled), { intercept });
    await clean(
      async (input) =>
        input.world === undefined ? "" : ask(aiSDKTools(input.world) as unknown as typeof tools, true)(input),
      { environment: shop() },
    );
  });

  it("where it is only read, passed, refused, asked for and not run, or run in the world by hand", async () => {
    await clean(
      async ({ world }) => {
        await observed("get_order")(args);
        await foreign("get_order");
        await foreign("charge_card");
        await refund(args).catch(() => undefined);
        await world?.call("lookup_order", args);
        await world?.tools.lookup_order?.(args);
        return {
          role: "assistant",
          content: "Done.",
          toolsCalled: [
            { name: "lookup_order", inputParameters: args },
            { name: "lookup_order", inputParameters: args },
            { name: "cancel_order", executed: false },
            { name: "transfer_to_billing_agent" },
          ],
        };
      },
      { environment: shop(), intercept: interceptTools({ charge_card: pass }, { writes: "refuse" }) },
    );
  });

  it("where another conversation, or nobody's, calls the tool at the same time", async () => {
    const slow: Agent = async () => {
      await refund(args);
      for (let wait = 0; wait < 20; wait += 1) await new Promise(setImmediate);
      return "Done.";
    };
    const [guarded, free] = await Promise.all([held(slow, { intercept: mocked }), held(slow, {})]);
    expect([guarded.error, free.error]).to.deep.equal([undefined, undefined]);
  });

  it("where another conversation had begun before it, and calls the tool until after it", async () => {
    let [guards, leaves] = [(): void => undefined, (): void => undefined];
    const isGuarded = new Promise<void>((resolve) => (guards = resolve));
    const isLeft = new Promise<void>((resolve) => (leaves = resolve));
    let guarded: ReturnType<typeof held> | undefined;
    const free = await held(async () => {
      guarded ??= held(() => (guards(), isLeft.then(() => "Done.")), { intercept: mocked });
      await isGuarded;
      await refund(args);
      return "Done.";
    }, {});
    leaves();
    expect([free.error, (await guarded)?.error]).to.deep.equal([undefined, undefined]);
  });
});

/** A tool of the AI SDK, and a model that calls it once. */
function sdk() {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const tools = {
    refund_order: tool({ inputSchema: z.object({ order_id: z.string() }), execute: async () => done }),
  };
  const model = () =>
    new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        const asks = prompt.at(-1)?.role !== "tool";
        return {
          content: asks
            ? [{ type: "tool-call", toolCallId: "1", toolName: "refund_order", input: JSON.stringify(args) }]
            : [{ type: "text", text: "Done." }],
          finishReason: { unified: asks ? "tool-calls" : "stop", raw: undefined },
          usage,
          warnings: [],
        };
      },
    });
  return { tools, model };
}
