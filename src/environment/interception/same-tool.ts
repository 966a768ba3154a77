import { distance } from "fastest-levenshtein";
import type { ToolCall } from "../../test-case/tool-call.js";

/** What spellings of one name share: `refundOrder`, `refund_order` and `mcp__shop__refund-order`. */
export const toolKey = (name: string): string => {
  const bare = bareName(name);
  return bare.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") || bare;
};

const bareName = (name: string): string => name.replace(/^mcp__.*?__/, "");

type Named = Pick<ToolCall, "name" | "type">;

/** Whether a call on record may be one of the tool of that name, however that is spelled. */
export const isCallOf = (call: Named, tool: string): boolean =>
  toolKey(call.name) === toolKey(tool) || isNamed(call, tool);

/** Whether it has that very name; frameworks put a server's name before an MCP tool's. */
export function isNamed({ name, type }: Named, tool: string): boolean {
  if (name === tool || bareName(name) === tool) return true;
  return type === "mcp" && name.endsWith(tool) && /[^a-zA-Z0-9]$/.test(name.slice(0, -tool.length));
}

/** Shorter names are a letter away from too many others. */
const LONG = 6;

/** Whether one name is the other's with another case, other separators, or one letter wrong. */
export function isSlipOf(one: string, other: string): boolean {
  const [a, b] = [toolKey(one), toolKey(other)];
  return one !== other && (a === b || (Math.min(a.length, b.length) >= LONG && distance(a, b) <= 1));
}
