import { findForbiddenCalls, type ToolPolicy } from "../../metrics/trajectory/forbidden-calls.js";
import type { Invariant } from "./invariant.js";

/**
 * No tool is even attempted that is forbidden or not permitted. Default: by the golden's `forbiddenTools` and
 * `permittedTools`; what is given here goes before them.
 */
export const noForbiddenTools = (policy: ToolPolicy = {}): Invariant => ({
  name: "no-forbidden-tools",
  needsCalls: true,
  check(testCase) {
    const forbidden = policy.forbidden ?? testCase.forbiddenTools;
    const permitted = policy.permitted ?? testCase.permittedTools;
    const [first] =
      findForbiddenCalls(testCase, { ...(forbidden && { forbidden }), ...(permitted && { permitted }) }) ?? [];
    if (first === undefined) return null;
    const { call, turn, position, why } = first;
    const did = call.executed === false ? "was requested" : "was called";
    return {
      ...(turn !== null && { turn }),
      call: position,
      about: call.name,
      message: `${call.name} ${did}, which is ${why}`,
    };
  },
});
