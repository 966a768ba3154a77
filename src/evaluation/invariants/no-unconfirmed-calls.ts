import { findUnconfirmedCalls } from "../../metrics/trajectory/confirmation/unconfirmed-calls.js";
import type { Invariant } from "./invariant.js";

/**
 * Certain tools are called only after the user agreed to what the agent proposed; see `ConfirmBeforeMetric`. What can't be
 * told is no breach. `tools` default: the golden's `confirmBefore`.
 */
export const noUnconfirmedCalls = ({ tools }: { readonly tools?: readonly string[] } = {}): Invariant => ({
  name: "no-unconfirmed-calls",
  needsCalls: true,
  check(testCase) {
    const found = findUnconfirmedCalls(testCase, tools ?? testCase.confirmBefore ?? []) ?? [];
    const first = found.find(({ verdict }) => verdict === "failed");
    if (first === undefined) return null;
    const { call, turn, position, why } = first;
    return { ...(turn !== null && { turn }), call: position, about: call.name, message: why };
  },
});
