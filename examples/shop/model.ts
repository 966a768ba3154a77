import { MockLanguageModelV3 } from "ai/test";
import { decide, type Conversation, type Decision, type PastCall, type PolicyOptions } from "./policy.js";

type Generate = MockLanguageModelV3["doGenerate"];
type Prompt = Parameters<Generate>[0]["prompt"];
type Result = Awaited<ReturnType<Generate>>;

/** The rules of policy.ts behind the interface of a language model. Your agent has a real one here. */
export const ruleModel = (options: PolicyOptions) =>
  new MockLanguageModelV3({
    modelId: "shop-rules",
    doGenerate: async ({ prompt }) => answer(decide(readPrompt(prompt), options)),
  });

function readPrompt(prompt: Prompt): Conversation {
  const user: string[] = [];
  let lastReply = "";
  let calls: PastCall[] = [];
  const inputs = new Map<string, PastCall["input"]>();
  for (const message of prompt) {
    if (message.role === "system") continue;
    for (const part of message.content) {
      if (part.type === "text" && message.role === "user") {
        user.push(part.text);
        calls = calls.map((call) => ({ ...call, recent: false }));
      } else if (part.type === "text") lastReply = part.text;
      else if (part.type === "tool-call") inputs.set(part.toolCallId, part.input as PastCall["input"]);
      else if (part.type === "tool-result") {
        const output = "value" in part.output ? part.output.value : undefined;
        calls.push({ tool: part.toolName, input: inputs.get(part.toolCallId) ?? {}, output, recent: true });
      }
    }
  }
  return { user, lastReply, calls };
}

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

let calls = 0;

function answer(decision: Decision): Result {
  if ("say" in decision) {
    return {
      content: [{ type: "text", text: decision.say }],
      finishReason: { unified: "stop", raw: "stop" },
      usage,
      warnings: [],
    };
  }
  return {
    content: [
      {
        type: "tool-call",
        toolCallId: `call-${String((calls += 1))}`,
        toolName: decision.call,
        input: JSON.stringify(decision.input),
      },
    ],
    finishReason: { unified: "tool-calls", raw: "tool_calls" },
    usage,
    warnings: [],
  };
}
