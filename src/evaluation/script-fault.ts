import { isConversational, type TestCase } from "../test-case/metric.js";
import { isBrokenByScript } from "../test-case/script-outcome.js";
import type { Blame } from "./blame.js";

/** Whose fault it is that a script could not go on. Null: nobody's. Undefined: it went on. */
export function forScript(testCase: TestCase): Blame | null | undefined {
  if (!isConversational(testCase) || !isBrokenByScript(testCase)) return undefined;
  const { failure, reason: why = "" } = testCase.script ?? {};
  const reason = `The script could not go on: ${why}.`;
  if (failure === "aborted") return null;
  // What only a step lacks that was written so, no service could give.
  if (failure === undefined || failure === "threw") return { party: "test", reason };
  return { party: failure === "no_reply" ? "judge" : "infrastructure", reason };
}
