import { canonicalForm } from "../../metrics/trajectory/arguments/canonical-form.js";
import { callsWithSeeded, succeeded, writesIn, type Writes } from "./calls.js";
import type { Invariant } from "./invariant.js";

/**
 * No tool that writes is called twice with equal arguments. Calls that failed don't count, since they may be tried again,
 * nor do calls of which the arguments are not known; case and spacing make no difference. `writes`: which tools write. Default: as the environment declares it,
 * else all whose names don't say that they only look.
 */
export const noRepeatedWrites = ({ writes }: { readonly writes?: Writes } = {}): Invariant => ({
  name: "no-repeated-writes",
  needsCalls: true,
  check(testCase, context) {
    const isWrite = writesIn(context, writes);
    const seeded = testCase.seededTurns ?? 0;
    const before = new Map<string, number | null>();
    for (const { call, turn, position } of callsWithSeeded(testCase)) {
      const form = canonicalForm(loosely(call.inputParameters));
      if (form === undefined || !succeeded(call) || !isWrite(call.name)) continue;
      const key = `${call.name} ${form}`;
      const first = before.get(key);
      if (first !== undefined && (turn ?? Infinity) > seeded) {
        const where = first === null ? "before" : `in turn ${String(first)}`;
        return {
          ...(turn !== null && { turn }),
          call: position,
          about: call.name,
          message: `${call.name} was called again with the arguments that it had ${where} already`,
        };
      }
      if (first === undefined) before.set(key, turn);
    }
    return null;
  },
});

/** "A-1042" and " a-1042" are one order to whatever takes it. */
function loosely(value: unknown): unknown {
  if (typeof value === "string") return value.toLowerCase().replace(/\s+/g, " ").trim();
  if (Array.isArray(value)) return value.map(loosely);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, loosely(item)]));
}
