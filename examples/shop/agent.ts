import { generateText, stepCountIs, type ModelMessage } from "ai";
import { ruleModel } from "./model.js";
import { shopTools } from "./shop.js";

export interface SupportAgentOptions {
  /** Leave the fault in that the demo is there to find (see policy.ts). Default true. */
  readonly plantedFault?: boolean;
}

/** A support agent of an online shop: the AI SDK's loop over a model and four tools, one history a thread. */
export function createSupportAgent({ plantedFault = true }: SupportAgentOptions = {}) {
  const model = ruleModel({ plantedFault });
  const threads = new Map<
    string,
    { readonly messages: ModelMessage[]; readonly tools: ReturnType<typeof shopTools> }
  >();

  return async ({ input, threadId }: { input: string | null; threadId: string }): Promise<string> => {
    const thread = threads.get(threadId) ?? { messages: [], tools: shopTools() };
    threads.set(threadId, thread);
    thread.messages.push({ role: "user", content: input ?? "Hello" });

    const result = await generateText({
      model,
      tools: thread.tools,
      system: "You are the support agent of an online shop. Refund nothing that the customer has not agreed to.",
      messages: thread.messages,
      stopWhen: stepCountIs(8),
      experimental_telemetry: { isEnabled: true, functionId: "support" }, // all that Rehearsal needs to see the tools
    });
    thread.messages.push(...result.response.messages);
    return result.text;
  };
}

export default createSupportAgent();
