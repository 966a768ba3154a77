import { fault } from "../../environment/fault.js";
import { interceptTools, type InterceptPlan } from "../../environment/interception/intercept-tools.js";
import type { Rule } from "../../environment/interception/rules.js";
import type { PlannedFault } from "./script.js";

/** A plan with these faults before the rules of its own. Undefined: there is neither. */
export function withFaults(
  plan: InterceptPlan | undefined,
  faults: readonly PlannedFault[],
): InterceptPlan | undefined {
  if (faults.length === 0) return plan;
  const rules = new Map<string, readonly Rule[]>(plan?.rules);
  for (const { tool, on, kind } of [...faults].reverse())
    rules.set(tool, [fault({ on, kind }), ...(rules.get(tool) ?? [])]);
  return { ...(plan ?? interceptTools({})), rules };
}
