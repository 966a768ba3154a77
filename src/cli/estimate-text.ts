import type { Estimate, Range } from "../simulator/ceiling/estimate.js";
import { money } from "../simulator/progress/progress-line.js";

/** An estimate as a person reads it. */
export function estimateText(estimate: Estimate): string {
  const { conversations, userTurns, agentCalls, userModelCalls, userTokens, userCost, agentTokens, agentCost } =
    estimate;
  const rows: readonly (readonly [string, string])[] = [
    ["conversations", grouped(conversations)],
    ["user turns", text(userTurns)],
    ["calls of the agent", text(agentCalls)],
    ["  its tokens", text(agentTokens)],
    ["  its cost", text(agentCost, money)],
    ["calls of the users' model", text(userModelCalls)],
    ["  its tokens", text(userTokens)],
    ["  its cost", text(userCost, money)],
  ];
  const lines = rows.map(([name, value]) => `${name.padEnd(27)}${value}`);
  const assumptions = estimate.assumptions.map((each) => `· ${each.replace("(maxUserSimulations)", "(--max-turns)")}`);
  return ["Nothing was called. The run would take:", "", ...lines, "", "assuming", ...assumptions, ""].join("\n");
}

function text(range: Range | null, say: (amount: number) => string = grouped): string {
  if (range === null) return "not known";
  const [low, high] = [say(range.low), say(range.high)];
  return low === high ? low : `${low} to ${high}`;
}

const grouped = (count: number): string => Math.round(count).toLocaleString("en");
