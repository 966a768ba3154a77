import { isConversational } from "../test-case/metric.js";
import type { CaseResult } from "./run-record.js";
import { faultsText, userFaultsIn } from "./user-faults-in.js";

/** What the simulated user did wrong, where no blame tells it: also of a case that passed. Undefined: nothing was found. */
export function userNote({ testCase, blame }: Pick<CaseResult, "testCase" | "blame">): string | undefined {
  if (blame?.party === "user" || !isConversational(testCase)) return undefined;
  const told = faultsText(userFaultsIn(testCase, Infinity));
  return told === undefined ? undefined : `${told}.`;
}
