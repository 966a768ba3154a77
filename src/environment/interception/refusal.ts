import type { SeamTool } from "../../test-case/tool-seam.js";
import { plannedError } from "../planned-error.js";
import { asSetUpFault } from "../set-up-fault.js";
import { refusing, switchedOff } from "./rule-words.js";
import type { Refuse } from "./rules.js";

/**
 * The error of a refused call. Where no rule says so, but only that writes are refused, an agent that does not catch it has
 * not failed: nothing of the kind happens to it in the world.
 */
export function refusal(tool: SeamTool, rule: Refuse): Error {
  const by = refusing(rule);
  const error = plannedError(rule.message ?? switchedOff(tool, rule), { tool: tool.name, by });
  if (rule.isDefault !== true) return error;
  return asSetUpFault(
    error,
    `The agent did not catch what a tool threw that is switched off by ${by}: ${error.message}. Where it is to go on after that call, mock the tool, give it a world, or let it pass.`,
  );
}
