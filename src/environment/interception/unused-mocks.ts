import { nearestKey } from "../../test-case/nearest-key.js";
import type { InterceptPlan } from "./intercept-tools.js";
import type { InterceptedCall } from "./intercepted-call.js";

/** A rule that no call ever met: mostly a slip in the name, and then the real tool was called. */
export interface UnusedMock {
  readonly name: string;
  /** The tool that was called and has the most similar name. Absent: none has. */
  readonly nearest?: string;
  /** For people. */
  readonly message: string;
}

/** The rules of a plan that met no call in any of these conversations. */
export function unusedMocks(plan: InterceptPlan, conversations: readonly (readonly InterceptedCall[])[]): UnusedMock[] {
  const called = [...new Set(conversations.flatMap((calls) => calls.map(({ name }) => name)))];
  const isReal = (name: string): boolean =>
    conversations.flat().some((call) => call.name === name && call.did === "passed");
  return [...plan.rules.keys()].flatMap((name) => {
    if (called.includes(name)) return [];
    const nearest = nearestKey(
      name,
      called.filter((each) => !plan.rules.has(each)),
    );
    const seen = called.length === 0 ? "no tool was called through the seam" : `called were ${called.join(", ")}`;
    const hint =
      nearest === undefined
        ? seen
        : `is it a slip for ${nearest}, which ${isReal(nearest) ? "was really called" : "was called"}?`;
    return [{ name, ...(nearest !== undefined && { nearest }), message: `The rule for ${name} met no call; ${hint}` }];
  });
}
