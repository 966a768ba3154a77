import type { LocatedCall } from "../../test-case/located-calls.js";
import { isSwitchedOff } from "../../test-case/switched-off.js";
import { matchToolCalls } from "./match-tool-calls.js";
import { placeOf } from "./near-miss.js";
import type { ToolMatchOptions, ToolMatchResult } from "./tool-match-result.js";

/**
 * Why it can't be told whether the agent did what was expected: all that is missing it tried, and the test kept it from
 * running. Undefined: something else is wrong.
 */
export function keptFromRunning(
  { mode, missing, unexpected }: ToolMatchResult,
  calls: readonly LocatedCall[],
  options: ToolMatchOptions,
): string | undefined {
  const off = calls.filter(({ call }) => isSwitchedOff(call));
  if (off.length === 0 || missing.length === 0) return undefined;
  if (mode !== "superset" && mode !== "inOrder" && unexpected.length > 0) return undefined;
  const tried = off.map((located) => {
    const { executed: _, error: __, ...call } = located.call;
    return { ...located, call };
  });
  if (matchToolCalls(tried, missing, { ...options, mode: "superset" }).verdict !== "passed") return undefined;
  const [first] = off.filter(({ call }) => missing.some(({ name }) => name === call.name));
  if (first === undefined) return undefined;
  return (
    `${first.call.name} was called as expected (${placeOf(first)}), and the test kept it from running: ` +
    `${first.call.error ?? ""}. A call that is expected has to be let pass, mocked, or run in a world: ` +
    `interceptTools({ ${JSON.stringify(first.call.name)}: mock(…) })`
  );
}
