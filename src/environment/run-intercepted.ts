import { RehearsalError } from "../errors.js";
import { wrongOptions } from "../test-case/unknown-option.js";
import type { InterceptPlan } from "./interception/intercept-tools.js";
import type { InterceptedCall } from "./interception/intercepted-call.js";
import { Interception, type InterceptionOptions } from "./interception/interception.js";
import { refuseOutside } from "./interception/outside.js";

/**
 * Runs `work` once with the agent's real tools intercepted, and tells what came by. Until it is over, tools that the plan
 * keeps away are also refused to whoever calls them outside of it: such a call may have lost its context. For a single call of an agent; a
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
  const misspelt = wrongOptions(options, ["seed", "world", "timer"]);
  if (misspelt !== undefined) throw new RehearsalError("invalid_input", `runIntercepted: ${misspelt}.`);
  const interception = new Interception(plan, options);
  const stop = refuseOutside({ plan, inWorld: Object.keys(options.world?.tools ?? {}) });
  try {
    const result = await interception.within(work);
    return { result, calls: interception.calls };
  } finally {
    interception.close();
    stop();
  }
}
