import { generateText, stepCountIs, tool } from "ai";
import { expect } from "chai";
import { z } from "zod";
import { wrapOpenAI } from "../../instrumentation/openai/index.js";
import { interceptAISDKTools, interceptTools } from "../../src/environment/index.js";
import { aiSdkAgent } from "../../src/simulator/agents/ai-sdk-agent.js";
import type { Agent } from "../../src/simulator/agent.js";
import { plainClient } from "../instrumentation/openai/support/loop.js";
import { answer, startOpenAIServer } from "../support/openai-server.js";
import { args, done, held, mocked, refund } from "./support/refund.js";
import { asking } from "./support/write-tools.js";

describe("what can't be prevented, or comes late, is told: a tool", () => {
  it("is found where it is called after the last reply, while the user says goodbye", async () => {
    const jobs: (() => void)[] = [];
    const worker = new Promise<void>((resolve) => jobs.push(resolve)).then(() => refund(args).catch(() => undefined));
    const agent: Agent = () => "Done.";
    const user = {
      name: "own",
      next: async ({ userTurns }: { readonly userTurns: number }) => {
        if (userTurns === 0) return { say: "Refund A-1." };
        jobs.pop()?.();
        await worker;
        return { end: "Thanks." };
      },
    };
    const testCase = await held(agent, { user, intercept: mocked });
    expect(testCase.error).to.include("refund_order was called outside of every conversation");
    expect(testCase.failure).to.deep.equal({ party: "environment", kind: "setup" });
  });

  it("is what runTools calls that was bound before the client was wrapped", async () => {
    await using server = await startOpenAIServer(({ body }) =>
      JSON.stringify(body).includes("tool_call_id") ? "Done." : answer.call("refund_order", args),
    );
    const client = plainClient(server);
    const runTools = client.chat.completions.runTools.bind(client.chat.completions);
    wrapOpenAI(client);
    const fn = { name: "refund_order", description: "", parameters: {}, function: (_: string) => done };
    const agent: Agent = async () =>
      (await runTools({
        model: "m",
        messages: [{ role: "user", content: "x" }],
        tools: [{ type: "function", function: fn }],
      }).finalContent()) ?? "";
    const refusing = interceptTools({}, { writes: "refuse" });
    expect((await held(agent, { intercept: refusing })).error).to.include("refund_order was really called");
  });

  it("is a tool of the AI SDK that was put beside those that went through the helper", async () => {
    const tools = { refund_order: tool({ inputSchema: z.object({}), execute: async () => done }) };
    const all = { ...interceptAISDKTools({ other: tools.refund_order }), ...tools };
    const agent = aiSdkAgent((call) =>
      generateText({ model: asking("refund_order"), tools: all, stopWhen: stepCountIs(3), ...call }),
    );
    const refusing = interceptTools({}, { writes: "refuse" });
    expect((await held(agent, { intercept: refusing })).error).to.include("refund_order was really called");
  });
});
