import { canonicalForm } from "../../metrics/trajectory/arguments/canonical-form.js";
import { knownCalls } from "../../test-case/located-calls.js";
import type { Invariant } from "./invariant.js";

/**
 * Within one turn no tool is called over and over with equal arguments and the same outcome: whoever waits for something hears
 * something else in time. `times`: so often in one turn is too often. Default: 20.
 */
export const noEndlessCalls = ({ times = 20 }: { readonly times?: number } = {}): Invariant => ({
  name: "no-endless-calls",
  needsCalls: true,
  check(testCase) {
    const counts = new Map<string, number>();
    for (const { call, turn, position } of knownCalls(testCase).calls) {
      const form = canonicalForm([call.inputParameters ?? null, call.output ?? null, call.error ?? null]);
      if (form === undefined || call.inputParameters === undefined) continue;
      const key = `${String(turn)} ${call.name} ${form}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count < times) continue;
      const message = `${call.name} was called ${String(times)} times in one turn with equal arguments and the same outcome`;
      return { ...(turn !== null && { turn }), call: position, about: call.name, message };
    }
    return null;
  },
});
