import type { ToolCall } from "../../test-case/tool-call.js";
import { isSameTool, lettersApart, toolKey } from "../../test-case/tool-names.js";

type Named = Pick<ToolCall, "name" | "type">;

/** Whether a call on record may be one of the tool of that name, however that is spelled. */
export const isCallOf = (call: Named, tool: string): boolean => isSameTool(call.name, tool) || isNamed(call, tool);

/** Whether it has that very name; frameworks put a server's name before an MCP tool's. */
export function isNamed({ name, type }: Named, tool: string): boolean {
  if (name === tool || name.replace(/^mcp__.*?__/, "") === tool) return true;
  return type === "mcp" && name.endsWith(tool) && /[^a-zA-Z0-9]$/.test(name.slice(0, -tool.length));
}

/** Shorter names are a letter away from too many others. */
const LONG = 6;

/** Whether one name is the other's with another case, other separators, or one letter wrong. */
export function isSlipOf(one: string, other: string): boolean {
  if (one === other) return false;
  const isLong = Math.min(toolKey(one).length, toolKey(other).length) >= LONG;
  return isSameTool(one, other) || (isLong && lettersApart(one, other) === 1);
}
