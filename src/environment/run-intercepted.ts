import type { InterceptPlan } from "./interception/intercept-tools.js";
import type { InterceptedCall } from "./interception/intercepted-call.js";
import { Interception, type InterceptionOptions } from "./interception/interception.js";

/**
 * Runs `work` once with the agent's real tools intercepted, and tells what came by. For a single call of an agent; a
 * `ConversationSimulator` does it by itself.
 *
 * @example
 * const { result, calls } = await runIntercepted(interceptTools({}, { writes: "refuse" }), () => agent("Refund A-1042"));
 */
export async function runIntercepted<T>(
  plan: InterceptPlan,
  work: () => T | Promise<T>,
  options: InterceptionOptions = {},
): Promise<{ readonly result: T; readonly calls: readonly InterceptedCall[] }> {
  const interception = new Interception(plan, options);
  try {
    const result = await interception.within(work);
    return { result, calls: interception.calls };
  } finally {
    interception.close();
  }
}
