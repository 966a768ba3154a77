import { isConversational, type TestCase } from "../test-case/metric.js";

/** That what a tool did may have been done twice, as one sentence without its full stop. Undefined: it can't have been. */
export function askedAgain(testCase: TestCase): string | undefined {
  if (!isConversational(testCase) || testCase.askedAgain === undefined) return undefined;
  const turns = [...testCase.askedAgain].map(String);
  const last = turns.pop();
  if (last === undefined) return undefined;
  const named = turns.length === 0 ? `turn ${last}` : `turns ${turns.join(", ")} and ${last}`;
  const [was, its] = turns.length === 0 ? ["was", "its"] : ["were", "their"];
  return `${named} ${was} asked for again after a run had broken off: ${its} tools may have run twice`;
}
